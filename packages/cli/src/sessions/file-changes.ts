import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Many changes at once are one. */
const SETTLE_MS = 15;

/** Waits for changes in folders. Where they cannot be watched, the longest wait is what remains. */
export class FileChanges implements Disposable {
  readonly #watchers: readonly FSWatcher[];
  #changed = false;
  #wake: (() => void) | undefined;

  constructor(folders: readonly string[]) {
    this.#watchers = folders.flatMap((folder) => this.#watch(folder));
  }

  /** Resolves soon after something changed since the last call, at the latest after so many milliseconds. */
  async next(longestMs: number): Promise<void> {
    if (!this.#changed) {
      const timer = new AbortController();
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await Promise.race([woken, delay(longestMs, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
      this.#wake = undefined;
    }
    if (this.#changed) await delay(SETTLE_MS);
    this.#changed = false;
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  #watch(folder: string): FSWatcher[] {
    try {
      const watcher = watch(folder, () => {
        this.#changed = true;
        this.#wake?.();
      });
      // A folder that goes away, or no more watches to be had.
      watcher.on('error', () => watcher.close());
      return [watcher];
    } catch {
      return [];
    }
  }
}
