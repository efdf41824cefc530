import type { EventHeader, SessionEvent, SessionEventBody } from '../events.js';
import type { TaskRecord, WorkflowSession } from '../types.js';
import { CheckpointWriter } from './checkpoint-writer.js';
import { type Given, givenOf, neededToGoOn } from './given.js';
import { type HistoryEntry, readHistory } from './history.js';
import { Listeners, type SessionListener } from './listeners.js';
import { loadSession } from './load-session.js';
import { redactEvent } from './redact-event.js';
import { toSessionJson } from './session-json.js';
import type { SessionPaths } from './session-paths.js';
import { checkEvent, reduce, type SessionState } from './session-reducer.js';
import type { EventJournal, SessionLock, SessionStore, StoredSession } from './session-store.js';
import { readSession, type SessionView } from './session-view.js';

export type SessionStarted = Extract<SessionEventBody, { type: 'session.started' }>;

export interface SessionManagerOptions {
  readonly clock?: () => Date;
  /** Takes secrets out of a text before it is stored or shown. */
  readonly redact?: (text: string) => string;
  /** Hears every event, also the first. */
  readonly listener?: SessionListener;
  /** What the processes of this run carry. */
  readonly mark?: string;
}

export interface NewSession {
  readonly id: string;
  readonly workflowText: string;
  readonly started: SessionStarted;
}

interface Parts {
  readonly stored: StoredSession;
  readonly lock: SessionLock;
  readonly journal: EventJournal;
  readonly state: SessionState | null;
}

/** The one writer of a session: an event is saved, then part of the state, then told. */
export class SessionManager {
  readonly #stored: StoredSession;
  readonly #lock: SessionLock;
  readonly #journal: EventJournal;
  readonly #checkpoints: CheckpointWriter;
  readonly #clock: () => Date;
  readonly #redact: ((text: string) => string) | undefined;
  readonly #listeners = new Listeners();
  #state: SessionState | null;
  #closed: Promise<void> | undefined;
  #hasFailed = false;

  /** Begins a session with its first event. A session that cannot be begun leaves nothing behind. */
  static async create(
    store: SessionStore,
    fresh: NewSession,
    options?: SessionManagerOptions,
  ): Promise<SessionManager> {
    const stored = await store.create(fresh.id, { workflowText: fresh.workflowText });
    try {
      return await SessionManager.#start(stored, options, (lock) => {
        const journal = stored.openJournal({ goodBytes: 0, torn: false });
        const manager = new SessionManager({ stored, lock, journal, state: null }, options);
        manager.#begin(fresh.started);
        return manager;
      });
    } catch (error) {
      await stored.discard().catch(() => {});
      throw error;
    }
  }

  /** Takes over a session to go on with it; throws `state-locked` while another process has it. */
  static async open(store: SessionStore, id: string, options?: SessionManagerOptions): Promise<SessionManager> {
    const stored = await store.open(id);
    return SessionManager.#start(stored, options, (lock) => {
      stored.tidy();
      const { state, journalEnd } = loadSession(stored);
      return new SessionManager({ stored, lock, journal: stored.openJournal(journalEnd), state }, options);
    });
  }

  /** Looks at a session, whoever runs it. */
  static read(store: SessionStore, id: string): Promise<SessionView> {
    return readSession(store, id);
  }

  static async #start(
    stored: StoredSession,
    options: SessionManagerOptions | undefined,
    start: (lock: SessionLock) => SessionManager,
  ): Promise<SessionManager> {
    const lock = await stored.lock(options?.mark);
    try {
      return start(lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  private constructor({ stored, lock, journal, state }: Parts, options: SessionManagerOptions = {}) {
    this.#stored = stored;
    this.#lock = lock;
    this.#journal = journal;
    this.#state = state;
    this.#clock = options.clock ?? (() => new Date());
    this.#redact = options.redact;
    this.#checkpoints = new CheckpointWriter({ write: () => this.#writeCheckpoint() });
    if (options.listener) this.subscribe(options.listener);
  }

  /** Always the latest state; it changes with every event. */
  get session(): WorkflowSession {
    return (this.#state as SessionState).session;
  }

  get paths(): SessionPaths {
    return this.#stored.paths;
  }

  /** The mark of a run that died: its processes may still be there. */
  get deadMark(): string | undefined {
    return this.#lock.deadMark;
  }

  /** What the session was given, secrets included. */
  get given(): Given {
    return this.#stored.reveal('', givenOf(this.session));
  }

  /** What a task saved last, secrets included. */
  savedOf({ id, saved }: Pick<TaskRecord, 'id' | 'saved'>): unknown {
    return this.#stored.reveal(id, saved);
  }

  /** Saves the event and takes it into the state before anybody hears of it; throws a StateError when it cannot. */
  record(body: SessionEventBody): SessionEvent {
    const event = this.#save(body);
    this.#announce(event);
    return event;
  }

  /** Returns the function that ends it. */
  subscribe(listener: SessionListener): () => void {
    return this.#listeners.add(listener);
  }

  /** Prompts, inputs and answers, from the journal. */
  history(): HistoryEntry[] {
    return readHistory(this.#stored);
  }

  /** The workflow's source as it was at the start. */
  workflowText(): Promise<string> {
    return this.#stored.workflowText();
  }

  /** Keeps the source of a changed workflow that was accepted. */
  async replaceWorkflow(text: string): Promise<void> {
    await this.#checkpoints.flush();
    await this.#stored.writeWorkflow(text);
  }

  /** Resolves when everything recorded so far is on the disk itself. */
  durable(): Promise<void> {
    return this.#journal.sync();
  }

  /** Writes the last checkpoint and lets others have the session. Trouble that `record` has told is not told again. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    try {
      await this.#checkpoints.flush().finally(() => this.#journal.close());
    } catch (error) {
      if (!this.#hasFailed) throw error;
    } finally {
      this.#lock.release();
    }
  }

  /** The session gets its place with its first event, so that nobody ever finds one without. */
  #begin(started: SessionStarted): void {
    try {
      const event = this.#save(started);
      this.#stored.publish();
      this.#announce(event);
    } catch (error) {
      this.#journal.close().catch(() => {});
      throw error;
    }
  }

  #save(body: SessionEventBody): SessionEvent {
    const event = this.#toEvent(body);
    checkEvent(this.#state, event);
    try {
      if (this.#redact) this.#keepHidden(body, event);
      this.#journal.append(event);
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
    this.#state = reduce(this.#state, event);
    return event;
  }

  #announce(event: SessionEvent): void {
    this.#checkpoints.schedule();
    this.#listeners.tell(event);
  }

  #toEvent(body: SessionEventBody): SessionEvent {
    const header: EventHeader = {
      v: 1,
      seq: (this.#state?.session.seq ?? 0) + 1,
      ts: this.#clock().toISOString(),
      sessionId: this.#stored.id,
    };
    return { ...header, ...(this.#redact ? redactEvent(body, this.#redact) : body) };
  }

  /** Before it is part of the session. */
  #keepHidden(body: SessionEventBody, event: SessionEvent): void {
    const shown = neededToGoOn(event, () => givenOf(this.session));
    const real = neededToGoOn(body, () => this.given);
    if (shown && real) this.#stored.hide(shown.owner, shown.value, real.value);
  }

  /** The journal first: on the disk a checkpoint is never ahead of it. */
  async #writeCheckpoint(): Promise<void> {
    const text = toSessionJson(this.session);
    await this.#journal.sync();
    await this.#stored.writeCheckpoint(text);
  }
}
