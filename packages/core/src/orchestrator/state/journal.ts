import { closeSync, constants, fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { SessionEvent } from '../events.js';
import type { EventJournal, JournalEnd } from './session-store.js';
import { type StateError, writeError } from './state-error.js';

/** An append-only file of events, one JSON document per line. */
export class Journal implements EventJournal {
  readonly #path: string;
  readonly #descriptor: number;
  #error: StateError | undefined;
  #appended = 0;
  #synced = 0;
  #syncing: Promise<void> | undefined;
  #closed: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Cuts off what is torn, then appends. Errors name the file as `shownPath`. */
  static open(path: string, end: JournalEnd, shownPath = path): Journal {
    try {
      const descriptor = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
      if (end.torn) ftruncateSync(descriptor, end.goodBytes);
      return new Journal(shownPath, descriptor);
    } catch (error) {
      throw writeError(shownPath, error);
    }
  }

  private constructor(path: string, descriptor: number) {
    this.#path = path;
    this.#descriptor = descriptor;
  }

  append(event: SessionEvent): void {
    if (this.#error) throw this.#error;
    if (this.#closed) throw writeError(this.#path, new Error('the session is closed'));
    try {
      this.#write(Buffer.from(`${JSON.stringify(event)}\n`));
    } catch (error) {
      throw this.#fail(error);
    }
    this.#appended++;
    this.#syncSoon();
  }

  async sync(): Promise<void> {
    const target = this.#appended;
    while (this.#synced < target) await this.#syncOnce();
  }

  close(): Promise<void> {
    this.#closed ??= this.sync().finally(() => this.#closeDescriptor());
    return this.#closed;
  }

  /**
   * What is written survives the death of this process at once; the disk itself only matters when the machine
   * dies, so that events share a sync instead of keeping a thread busy with one for each.
   */
  #syncSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#synced < this.#appended && !this.#error && !this.#closed) this.#syncOnce().catch(ignore);
    }, SYNC_MS).unref();
  }

  /** At most one is under way. */
  #syncOnce(): Promise<void> {
    this.#syncing ??= this.#startSync().finally(() => {
      this.#syncing = undefined;
    });
    return this.#syncing;
  }

  async #startSync(): Promise<void> {
    const appended = this.#appended;
    await new Promise<void>((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error ? reject(this.#fail(error)) : resolve()));
    });
    this.#synced = appended;
  }

  #write(line: Buffer): void {
    for (let written = 0; written < line.length; ) written += writeSync(this.#descriptor, line, written);
  }

  #fail(cause: unknown): StateError {
    this.#error ??= writeError(this.#path, cause);
    return this.#error;
  }

  async #closeDescriptor(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#syncing?.catch(ignore);
    closeSync(this.#descriptor);
  }
}

/** How long an event may wait for the others that share its sync. */
const SYNC_MS = 50;

/** The error is kept and told by the next call. */
function ignore(): void {}
