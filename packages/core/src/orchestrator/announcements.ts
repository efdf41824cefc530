import type { SessionEvent } from './events.js';

/** Hands events to listeners. Those that happen before the run begins wait, so that a listener misses none. */
export class Announcements {
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #waiting: SessionEvent[] | undefined = [];

  readonly tell = (event: SessionEvent): void => {
    if (this.#waiting) this.#waiting.push(event);
    else for (const listener of this.#listeners) this.#call(listener, event);
  };

  /** Returns the function that ends it. */
  add(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  open(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const event of waiting) this.tell(event);
  }

  /** A listener that throws hears no more; the session is not its concern. */
  #call(listener: (event: SessionEvent) => void, event: SessionEvent): void {
    try {
      listener(event);
    } catch {
      this.#listeners.delete(listener);
    }
  }
}
