import { dirname } from 'node:path';
import type { SessionEvent, SessionStore, SessionView } from '@agentflow/core';
import { FileChanges } from './file-changes.js';
import { JournalCursor } from './journal-cursor.js';
import { fileSize, readBytes, tailOffset } from './log-bytes.js';
import type { FollowEnd, LogPrinter, LogSource } from './log-printers.js';

export interface FollowOptions {
  /** Only this task. */
  readonly taskId?: string | undefined;
  /** Only this attempt of it. */
  readonly attempt?: number | undefined;
  /** Of what is there already, only so many lines of each log. */
  readonly tail?: number | undefined;
  /** Also attempts that were over before. */
  readonly withEarlierAttempts: boolean;
}

type Stored = Awaited<ReturnType<SessionStore['open']>>;

const LONGEST_WAIT_MS = 500;

/** Shows a session's logs and events from the beginning on, and what comes, until nothing more can come. */
export async function followSession(
  stored: Stored,
  view: SessionView,
  { options, printer }: { options: FollowOptions; printer: LogPrinter },
): Promise<FollowEnd> {
  using changes = new FileChanges([stored.paths.dir, dirname(stored.paths.logFile('x', 1))]);
  const follower = new Follower(view, options, printer);
  const journal = new JournalCursor(stored.paths.journal);
  for (;;) {
    // Looked at before reading: what a process that is gone has written is all there.
    const isLive = stored.holder() !== null;
    await follower.measureLogs();
    for await (const event of journal.newEvents()) await follower.take(event);
    await follower.readLogs();
    if (follower.isOver || !isLive) {
      const end = follower.isOver ? 'over' : 'process-gone';
      await follower.end();
      await printer.close(end);
      return end;
    }
    follower.hasCaughtUp = true;
    if (!follower.hasNewLogs) await changes.next(LONGEST_WAIT_MS);
  }
}

interface OpenLog extends LogSource {
  readonly path: string;
  offset: number;
  /** Its size before the journal was read; undefined for a log that was opened since. */
  size: number | undefined;
}

/**
 * Keeps the order. An event is in the journal before what follows from it is in a log, so a log is read only as far as
 * it went before the journal was; and the output of an attempt comes before the event that ends it.
 */
class Follower {
  /** From now on logs are new, and shown from their beginning. */
  hasCaughtUp = false;
  readonly #view: SessionView;
  readonly #options: FollowOptions;
  readonly #printer: LogPrinter;
  readonly #logs = new Map<string, OpenLog>();
  #isSessionOver = false;
  #isTaskOver = false;

  constructor(view: SessionView, options: FollowOptions, printer: LogPrinter) {
    this.#view = view;
    this.#options = options;
    this.#printer = printer;
  }

  get isOver(): boolean {
    return this.#isSessionOver || this.#isTaskOver;
  }

  async take(event: SessionEvent): Promise<void> {
    const { taskId } = this.#options;
    const isOthers = 'taskId' in event && taskId !== undefined && event.taskId !== taskId;
    if (isOthers) return;
    if (event.type === 'task.started') await this.#open(event);
    if (event.type === 'task.retried' || event.type === 'task.finished') await this.#close(event.taskId);
    if (event.type === 'session.finished') await this.end();
    this.#judge(event);
    await this.#printer.event(event);
  }

  get hasNewLogs(): boolean {
    return [...this.#logs.values()].some(({ size }) => size === undefined);
  }

  async measureLogs(): Promise<void> {
    for (const log of this.#logs.values()) log.size = (await fileSize(log.path)) ?? 0;
  }

  async readLogs(): Promise<void> {
    for (const log of this.#logs.values()) await this.#read(log, log.size ?? 0);
  }

  async end(): Promise<void> {
    for (const id of [...this.#logs.keys()]) await this.#close(id);
  }

  #judge(event: SessionEvent): void {
    const { taskId, attempt } = this.#options;
    switch (event.type) {
      case 'session.finished':
        this.#isSessionOver = true;
        break;
      case 'session.resumed':
        this.#isSessionOver = false;
        if (taskId !== undefined && attempt === undefined && event.pending.includes(taskId)) this.#isTaskOver = false;
        break;
      case 'task.started':
        this.#isTaskOver = attempt !== undefined && event.attempt > attempt;
        break;
      case 'task.invalidated':
        this.#isTaskOver = attempt !== undefined;
        break;
      case 'task.retried':
        this.#isTaskOver = attempt !== undefined && event.attempt >= attempt;
        break;
      case 'task.finished':
      case 'task.skipped':
        this.#isTaskOver = taskId !== undefined;
        break;
    }
  }

  async #open({ taskId, attempt }: LogSource): Promise<void> {
    await this.#close(taskId);
    if (!this.#wants({ taskId, attempt })) return;
    const path = this.#view.paths.logFile(taskId, attempt);
    const { tail } = this.#options;
    const offset = tail === undefined || this.hasCaughtUp ? 0 : await tailOffset(path, tail);
    this.#logs.set(taskId, { taskId, attempt, path, offset, size: undefined });
  }

  #wants({ taskId, attempt }: LogSource): boolean {
    if (this.#options.attempt !== undefined) return attempt === this.#options.attempt;
    return this.#options.withEarlierAttempts || attempt >= (this.#view.session.tasks.get(taskId)?.attempt ?? 0);
  }

  async #close(taskId: string): Promise<void> {
    const log = this.#logs.get(taskId);
    if (!log) return;
    await this.#read(log);
    this.#logs.delete(taskId);
    await this.#printer.endOf(log);
  }

  async #read(log: OpenLog, end?: number): Promise<void> {
    for await (const bytes of readBytes(log.path, log.offset, end)) {
      log.offset += bytes.length;
      await this.#printer.bytes(log, bytes);
    }
  }
}
