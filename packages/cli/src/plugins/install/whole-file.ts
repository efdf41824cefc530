import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, realpathSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file so that whoever reads it, and whoever comes after a crash, finds the old text or the new one. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  // A link stays one.
  const target = existsSync(file) ? realpathSync(file) : file;
  const fresh = `${target}.${process.pid}.tmp`;
  const descriptor = openSync(fresh, 'w');
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, target);
}
