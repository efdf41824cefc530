import { closeSync, openSync, writeSync } from 'node:fs';
import type { OutputData } from '@agentflow/plugin-sdk';
import type { RedactionStream, Redactor } from './redactor.js';

type OutputStream = OutputData['stream'];

/**
 * The raw bytes of one attempt, without its secrets. The file appears with the first byte. Writing is
 * synchronous, so a process cannot print faster than the disk takes it and nothing piles up in memory.
 */
export class LogFile {
  readonly path: string;
  readonly #redactor: Redactor;
  /** One per stream: a secret may be split over two writes to stdout with stderr between them. */
  readonly #redactions = new Map<OutputStream, RedactionStream<Buffer>>();
  #descriptor: number | null = null;
  #failed = false;

  constructor(path: string, redactor: Redactor) {
    this.path = path;
    this.#redactor = redactor;
  }

  /** Throws a `LogFileError` the first time the file cannot be written; from then on bytes are dropped. */
  write(bytes: Buffer, stream: OutputStream = 'stdout'): void {
    if (this.#failed) return;
    if (this.#redactor.isEmpty) return this.#append(bytes);
    let redaction = this.#redactions.get(stream);
    if (!redaction) {
      redaction = this.#redactor.stream();
      this.#redactions.set(stream, redaction);
    }
    this.#append(redaction.write(bytes));
  }

  /** Writes what redaction held back and closes the file. A later write opens it again. */
  close(): void {
    try {
      for (const redaction of this.#redactions.values()) this.#append(redaction.end());
    } finally {
      this.#redactions.clear();
      this.#release();
    }
  }

  #append(bytes: Buffer): void {
    if (bytes.length === 0 || this.#failed) return;
    try {
      this.#descriptor ??= openSync(this.path, 'a', 0o600);
      writeWhole(this.#descriptor, bytes);
    } catch (error) {
      this.#failed = true;
      this.#release();
      throw new LogFileError(this.path, error);
    }
  }

  #release(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

/** A file that output is kept in cannot be written. */
export class LogFileError extends Error {
  override readonly name = 'LogFileError';
  /** The system's code, such as `ENOSPC`. */
  readonly code: string;
  readonly path: string;

  constructor(path: string, cause: unknown) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    super(`Cannot write ${path}: ${REASONS.get(code) ?? code}.`, { cause });
    this.code = code;
    this.path = path;
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full (ENOSPC)'],
  ['EDQUOT', 'the disk quota is used up (EDQUOT)'],
  ['EROFS', 'the file system is read-only (EROFS)'],
  ['EACCES', 'permission denied (EACCES)'],
  ['ENOENT', 'its folder does not exist (ENOENT)'],
  ['EMFILE', 'too many open files (EMFILE)'],
]);

/** A log may be a pipe or a slow device: it then takes part of the bytes, or none for the moment. */
function writeWhole(descriptor: number, bytes: Buffer): void {
  let written = 0;
  let refusals = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written, Math.min(bytes.length - written, LARGEST_WRITE));
      refusals = 0;
    } catch (error) {
      refusals += 1;
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || refusals > MOST_REFUSALS) throw error;
      Atomics.wait(PAUSE, 0, 0, PAUSE_MS);
    }
  }
}

const LARGEST_WRITE = 1024 * 1024;
const MOST_REFUSALS = 1000;
const PAUSE_MS = 2;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));
