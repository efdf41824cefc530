import type { SessionEvent } from '../events.js';
import type { SessionStatus, WorkflowSession } from '../types.js';
import type { SessionPaths } from './session-paths.js';

/** Where sessions are kept; the port. */
export interface SessionStore {
  /** A new id that sorts by time. */
  newId(): string;
  /** Makes a session that nobody sees before it is published; an id that exists is refused. */
  create(id: string, content: { readonly workflowText: string }): Promise<StoredSession>;
  open(id: string): Promise<StoredSession>;
  /** The full id of an id, of a unique beginning of one, or of `latest`. */
  find(query: string): Promise<string>;
  /** Newest first. A damaged session is listed as such. */
  list(): Promise<SessionSummary[]>;
  /** Removes a session that is not running, with everything in it. */
  remove(id: string): Promise<void>;
  /** Removes what processes left that died while they made a session. */
  sweep(): Promise<void>;
}

/** One session in its store. */
export interface StoredSession {
  readonly id: string;
  readonly paths: SessionPaths;
  /**
   * Makes this process the only one that writes; throws `state-locked` when another does. `mark` is what the processes
   * of this run carry, for whoever has to go on after us.
   */
  lock(mark?: string): Promise<SessionLock>;
  /** The living process that writes the session; null when there is none. */
  holder(): SessionHolder | null;
  workflowText(): Promise<string>;
  /** Keeps a changed workflow that was accepted; not while a checkpoint is being written. */
  writeWorkflow(text: string): Promise<void>;
  /** Null when there is none; throws `state-damaged` when it cannot be used. */
  readCheckpoint(): WorkflowSession | null;
  writeCheckpoint(text: string): Promise<void>;
  /** Tells every complete event with its line, in order. */
  readJournal(onEvent: (event: SessionEvent, line: number) => void): JournalEnd;
  /** Opens the journal for appending after what `readJournal` found to be good. */
  openJournal(end: JournalEnd): EventJournal;
  /** Gives a new session its place, with its first event in it; refused when the id was taken meanwhile. */
  publish(): void;
  /** Removes what a writer that died left behind; for the holder of the lock. */
  tidy(): void;
  /** Keeps the real value of what is shown with secrets hidden; `owner` is a task's id, or empty for the session. */
  hide(owner: string, shown: unknown, real: unknown): void;
  /** The real value of what is shown; the same when nothing of it is hidden. */
  reveal<Value>(owner: string, shown: Value): Value;
  /** Removes it with everything in it; for the holder of the lock, or of a session that could not be begun. */
  discard(): Promise<void>;
}

export interface SessionHolder {
  readonly pid: number;
  /** The machine it is on; null when it is this one. */
  readonly host: string | null;
}

export interface SessionLock {
  /** The mark of a run that died with the lock: its processes may still be there. */
  readonly deadMark?: string | undefined;
  release(): void;
}

export interface JournalEnd {
  /** Bytes up to the end of the last complete line. */
  readonly goodBytes: number;
  /** Whether something that is no complete line follows them. */
  readonly torn: boolean;
}

export interface EventJournal {
  /** Written when it returns. After the first error every call throws that error. */
  append(event: SessionEvent): void;
  /** Resolves when everything appended so far is on the disk itself. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What a list of sessions shows. */
export type SessionSummary = HealthySummary | DamagedSummary;

export interface HealthySummary {
  readonly id: string;
  readonly damaged: null;
  readonly workflow: string;
  readonly goal: string | null;
  /** A session whose process is gone is INTERRUPTED, whatever it last wrote. */
  readonly status: SessionStatus;
  readonly reason: string | null;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
  readonly tasks: { readonly total: number; readonly over: number };
  readonly costUsd: number | null;
  /** Of how many tasks the cost is not part of it, or not in full. */
  readonly unknownCosts: number;
  /** Of the process that runs it now. */
  readonly pid: number | null;
}

export interface DamagedSummary {
  readonly id: string;
  /** What is wrong with it. */
  readonly damaged: string;
  readonly startedAt: string;
}
