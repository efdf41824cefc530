import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder; links count themselves, and what cannot be read counts nothing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let size = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    size += entry.isDirectory() ? await folderSize(path) : ((await lstat(path).catch(() => null))?.size ?? 0);
  }
  return size;
}
