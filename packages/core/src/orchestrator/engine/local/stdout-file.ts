import { closeSync, openSync, writeSync } from 'node:fs';
import { LogFileError } from '../../../output/log-file.js';

/** Keeps what a process writes to stdout, byte for byte; the file appears with the first byte. */
export class StdoutFile {
  readonly #path: string;
  #descriptor: number | undefined;
  readonly #onError: (error: unknown) => void;
  #broken = false;

  constructor(path: string, onError: (error: unknown) => void) {
    this.#path = path;
    this.#onError = onError;
  }

  write(bytes: Buffer): void {
    if (this.#broken) return;
    try {
      this.#descriptor ??= openSync(this.#path, 'w', 0o600);
      for (let written = 0; written < bytes.length; ) written += writeSync(this.#descriptor, bytes, written);
    } catch (error) {
      this.#broken = true;
      this.#onError(new LogFileError(this.#path, error));
    }
  }

  /** The path, or null when nothing was written. */
  close(): string | null {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    return this.#descriptor === undefined ? null : this.#path;
  }
}
