import type { SessionEventBody } from '../events.js';
import type { TaskRecord } from '../types.js';

/** The session as the engine sees it: facts go in, the state they make comes out. */
export interface Ledger {
  /** Saved when it returns; throws when it cannot be saved, and then nothing more may be started. */
  record(event: SessionEventBody): void;
  has(id: string): boolean;
  task(id: string): TaskRecord;
  /** What a task saved last. */
  saved(id: string): unknown;
  /** What is known of the session's cost so far; null when nothing is. */
  costUsd(): number | null;
  /** Resolves when everything recorded is on the disk itself. */
  durable(): Promise<void>;
}
