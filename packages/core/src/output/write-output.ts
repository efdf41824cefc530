import { closeSync, openSync, writeFileSync } from 'node:fs';
import { LogFileError } from './log-file.js';

/** Writes a file of an attempt, for its owner only. Throws a `LogFileError`: the system does not name a file it cannot fill. */
export function writeOutput(path: string, content: string | Uint8Array): void {
  naming(path, () => writeFileSync(path, content, { mode: 0o600 }));
}

/** The same for what comes in pieces. */
export function writeOutputPieces(path: string, pieces: Iterable<string>): void {
  const descriptor = naming(path, () => openSync(path, 'w', 0o600));
  try {
    for (const piece of pieces) naming(path, () => writeFileSync(descriptor, piece));
  } finally {
    closeSync(descriptor);
  }
}

function naming<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new LogFileError(path, error);
  }
}
