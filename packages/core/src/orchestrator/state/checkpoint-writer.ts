export interface CheckpointWriterOptions {
  /** Writes the state as it is when called. */
  readonly write: () => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Calls back after so many milliseconds, unless the function it returns is called before. */
  readonly after?: (milliseconds: number, callback: () => void) => () => void;
}

/** Checkpoints may take a twentieth of the time, so a large session is written as rarely as it is costly. */
const PAUSE_PER_COST = 19;

/** Writes the latest state every now and then; at most one write is under way. */
export class CheckpointWriter {
  readonly #write: () => Promise<void>;
  readonly #now: () => number;
  readonly #after: NonNullable<CheckpointWriterOptions['after']>;
  #isDirty = false;
  #notBefore = 0;
  #cancelTimer: (() => void) | undefined;
  #writing: Promise<void> | undefined;

  constructor({ write, now = () => performance.now(), after = afterInBackground }: CheckpointWriterOptions) {
    this.#write = write;
    this.#now = now;
    this.#after = after;
  }

  /** Says that the state has changed. */
  schedule(): void {
    this.#isDirty = true;
    if (this.#writing || this.#cancelTimer) return;
    this.#cancelTimer = this.#after(Math.max(0, this.#notBefore - this.#now()), () => {
      this.#cancelTimer = undefined;
      this.#writeInBackground();
    });
  }

  /** Resolves when the state as it is now is written; rejects when it cannot be. */
  async flush(): Promise<void> {
    await this.#writing?.catch(() => {});
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#isDirty) await this.#writeOnce();
  }

  /** The journal holds the same facts: a checkpoint that fails is tried again with the next change, and by `flush`. */
  async #writeInBackground(): Promise<void> {
    try {
      await this.#writeOnce();
    } catch {
      return;
    }
    if (this.#isDirty) this.schedule();
  }

  #writeOnce(): Promise<void> {
    this.#writing = this.#measuredWrite().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #measuredWrite(): Promise<void> {
    const begun = this.#now();
    this.#isDirty = false;
    let failed = true;
    try {
      await this.#write();
      failed = false;
    } finally {
      const ended = this.#now();
      this.#notBefore = ended + (ended - begun) * PAUSE_PER_COST;
      this.#isDirty ||= failed;
    }
  }
}

function afterInBackground(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds).unref();
  return () => clearTimeout(timer);
}
