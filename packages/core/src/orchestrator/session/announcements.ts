import type { SessionEvent } from '../events.js';

type Listener<Item> = (item: Item) => void;

/** Those who listen. One that throws hears no more; the session is not its concern. */
export class Audience<Item> {
  readonly #listeners = new Set<Listener<Item>>();

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Returns the function that ends it. */
  add(listener: Listener<Item>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(item: Item): void {
    for (const listener of this.#listeners) {
      try {
        listener(item);
      } catch {
        this.#listeners.delete(listener);
      }
    }
  }
}

/** Hands events to listeners. Those that happen before the run begins wait, so that a listener misses none. */
export class Announcements {
  readonly #audience = new Audience<SessionEvent>();
  #waiting: SessionEvent[] | undefined = [];

  readonly tell = (event: SessionEvent): void => {
    if (this.#waiting) this.#waiting.push(event);
    else this.#audience.tell(event);
  };

  /** Returns the function that ends it. */
  add(listener: Listener<SessionEvent>): () => void {
    return this.#audience.add(listener);
  }

  open(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const event of waiting) this.tell(event);
  }
}
