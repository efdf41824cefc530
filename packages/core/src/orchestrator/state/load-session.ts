import type { SessionEvent } from '../events.js';
import type { WorkflowSession } from '../types.js';
import { reduce, restoreState, type SessionState } from './session-reducer.js';
import type { JournalEnd, StoredSession } from './session-store.js';
import { damagedError, StateError } from './state-error.js';
import { checkStoredEvent } from './stored-event.js';

export interface LoadedSession {
  readonly state: SessionState;
  readonly journalEnd: JournalEnd;
}

/** A session as it was when it was read. */
export interface SeenSession {
  readonly session: WorkflowSession;
  /** Pid of the living process that runs it; null when there is none. */
  readonly pid: number | null;
  /** The machine of that process; null when it is this one. */
  readonly host: string | null;
}

/** A session from its checkpoint and the events after it; without a usable checkpoint, from all its events. */
export function loadSession(stored: StoredSession): LoadedSession {
  const checkpoint = usableCheckpoint(stored);
  const known = checkpoint instanceof StateError ? null : checkpoint;
  const { state, journalEnd } = foldJournal(stored, known);
  if (state !== null) return { state, journalEnd };
  if (checkpoint instanceof StateError) throw checkpoint;
  throw new StateError(`Session "${stored.id}" is empty: it has neither a checkpoint nor a journal.`, {
    code: 'state-damaged',
    path: stored.paths.dir,
    hint: 'It ended before anything of it ran. Start a new session.',
  });
}

/** A session as it is now, for somebody who only looks: without its process a RUNNING one is INTERRUPTED. */
export function viewSession(stored: StoredSession): SeenSession {
  const { session } = loadSession(stored).state;
  if (session.status !== 'RUNNING') return { session, ...NOBODY };
  const holder = stored.holder();
  if (holder) return { session, ...holder };
  // It may have ended between the two looks; then its last words are there now.
  const last = loadSession(stored).state.session;
  if (last.status !== 'RUNNING') return { session: last, ...NOBODY };
  const reason = 'The process that ran it is gone.';
  return { session: { ...last, status: 'INTERRUPTED', reason }, ...NOBODY };
}

const NOBODY = { pid: null, host: null };

function usableCheckpoint(stored: StoredSession): WorkflowSession | StateError | null {
  try {
    return stored.readCheckpoint();
  } catch (error) {
    if (error instanceof StateError && error.code === 'state-damaged') return error;
    throw error;
  }
}

function foldJournal(stored: StoredSession, checkpoint: WorkflowSession | null) {
  const covered = checkpoint?.seq ?? 0;
  let state = checkpoint && restoreState(checkpoint);
  let lastSeq = 0;
  const journalEnd = stored.readJournal((event, line) => {
    const damage = (problem: string) => damagedError(stored.paths.journal, problem, line);
    if (!follows(event, lastSeq, covered)) throw damage(`event ${event.seq} follows event ${lastSeq}`);
    lastSeq = event.seq;
    if (event.seq <= covered) return;
    try {
      checkStoredEvent(event);
      state = reduce(state, event);
    } catch (error) {
      throw damage(error instanceof Error ? error.message : String(error));
    }
  });
  return { state, journalEnd };
}

/** Numbers grow by one; only what the checkpoint covers may be missing, as after the loss of a journal. */
function follows({ seq }: SessionEvent, last: number, covered: number): boolean {
  return seq === last + 1 || (seq > last && seq - 1 <= covered);
}
