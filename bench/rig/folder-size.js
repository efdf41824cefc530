import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a folder holds: bytes of its files, what they and the folders take on the disk, and how many files there are. */
export function folderSize(folder) {
  const total = { bytes: 0, onDisk: lstatSync(folder).blocks * 512, files: 0 };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const stat = lstatSync(path);
    const part = entry.isDirectory() ? folderSize(path) : { bytes: stat.size, onDisk: stat.blocks * 512, files: 1 };
    total.bytes += part.bytes;
    total.onDisk += part.onDisk;
    total.files += part.files;
  }
  return total;
}
