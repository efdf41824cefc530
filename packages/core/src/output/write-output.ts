import { writeFileSync } from 'node:fs';
import { LogFileError } from './log-file.js';

/** Writes a file of an attempt, for its owner only. Throws a `LogFileError`: the system does not name a file it cannot fill. */
export function writeOutput(path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content, { mode: 0o600 });
  } catch (error) {
    throw new LogFileError(path, error);
  }
}
