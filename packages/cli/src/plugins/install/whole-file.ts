import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file so that whoever reads it, and whoever comes after a crash, finds the old text or the new one. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  // A link stays one.
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : undefined;
  const fresh = `${target}.${process.pid}.tmp`;
  // Whoever may not read the old file may not read the new one, not even before it has its name.
  const descriptor = openSync(fresh, 'w', mode === undefined ? 0o666 : 0o600);
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, target);
}
