import type { SessionEvent } from '../events.js';

export type SessionListener = (event: SessionEvent) => void;

/** Tells events in their order, also when a listener causes the next one; a listener that throws harms nobody. */
export class Listeners {
  readonly #listeners = new Set<{ readonly hear: SessionListener }>();
  #queue: SessionEvent[] = [];
  #isTelling = false;

  /** Returns the function that removes it. */
  add(hear: SessionListener): () => void {
    const entry = { hear };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  tell(event: SessionEvent): void {
    this.#queue.push(event);
    if (this.#isTelling) return;
    this.#isTelling = true;
    // The list grows while it is gone through.
    for (const next of this.#queue) this.#tellAll(next);
    this.#queue = [];
    this.#isTelling = false;
  }

  #tellAll(event: SessionEvent): void {
    for (const { hear } of this.#listeners) {
      try {
        hear(event);
      } catch {
        // What a listener makes of an event is its own affair.
      }
    }
  }
}
