import { freeDescriptors } from '../../../runners/descriptors.js';

/** The files a process needs us to hold open: three pipes, or a terminal; its log and its output. */
const OF_A_PROCESS = 5;
/** Of one that is over, as long as something it left in the background holds its pipes. */
const OF_A_REST = 2;
/** For all else: the journal, viewers, what is open for a moment. */
const KEPT_FREE = 40;

/** What a process holds that was let in. */
export interface Place {
  /** The process is over. */
  ended(): void;
  /** And nobody holds its output any more. */
  gone(): void;
}

/** Where processes wait, in order, while the system has no room for one more. With none running, one may always try. */
export class StartGate {
  readonly #countFree: () => number;
  #room: number | undefined;
  /** At most the room; less for a while when the system refused a process all the same. */
  #allowed = Number.POSITIVE_INFINITY;
  #held = 0;
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(countFree = freeDescriptors) {
    this.#countFree = countFree;
  }

  /** Undefined when one has to wait. */
  tryEnter(): Place | undefined {
    return this.#waiting.size === 0 && this.#hasRoom() ? this.#letIn() : undefined;
  }

  /** Waits for room; undefined when the signal comes before. */
  async enter(signal: AbortSignal): Promise<Place | undefined> {
    if (signal.aborted) return undefined;
    return new Promise((resolve) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(this.#letIn());
      };
      const giveUp = () => {
        this.#waiting.delete(enter);
        resolve(undefined);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(enter);
    });
  }

  /** The process was not started. When the system refused it: whether another one runs whose end could make room. */
  giveUp(place: Place, isRefused = false): boolean {
    const others = this.#running - 1;
    if (isRefused) this.#allowed = Math.min(this.#allowed, this.#held - OF_A_PROCESS);
    place.ended();
    place.gone();
    return isRefused && others > 0;
  }

  #hasRoom(): boolean {
    this.#room ??= this.#countFree() - KEPT_FREE;
    return this.#running === 0 || this.#held + OF_A_PROCESS <= Math.min(this.#room, this.#allowed);
  }

  #letIn(): Place {
    this.#running += 1;
    this.#held += OF_A_PROCESS;
    return {
      ended: () => {
        this.#running -= 1;
        this.#free(OF_A_PROCESS - OF_A_REST);
      },
      gone: () => this.#free(OF_A_REST),
    };
  }

  #free(count: number): void {
    this.#held -= count;
    // What refused may have been for a moment: with time more is tried again.
    this.#allowed += 1;
    for (const enter of this.#waiting) {
      if (!this.#hasRoom()) return;
      this.#waiting.delete(enter);
      enter();
    }
  }
}
