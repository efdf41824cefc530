import { readFileSync, rmSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import type { SessionEvent } from '../events.js';
import type { WorkflowSession } from '../types.js';
import { HiddenValues } from './hidden-values.js';
import { Journal } from './journal.js';
import { FieldError } from './json-fields.js';
import { acquireLock, lockHolder } from './lock.js';
import type { ProcessTable } from './process-table.js';
import { readJournal } from './read-journal.js';
import { fromSessionJson } from './session-json.js';
import { type SessionPaths, sessionPaths } from './session-paths.js';
import type { EventJournal, JournalEnd, SessionLock, StoredSession } from './session-store.js';
import { damagedError, hasCode, readError, writeError } from './state-error.js';

/** A session in a folder. */
export class FileSession implements StoredSession {
  readonly id: string;
  readonly paths: SessionPaths;
  readonly #processes: ProcessTable;

  constructor(id: string, dir: string, processes: ProcessTable) {
    this.id = id;
    this.paths = sessionPaths(dir);
    this.#processes = processes;
  }

  async lock(mark?: string): Promise<SessionLock> {
    const { release, deadAbout } = await acquireLock(this.paths.lock, this.#processes, mark);
    return { release, deadMark: deadAbout };
  }

  holder(): number | null {
    return lockHolder(this.paths.lock, this.#processes);
  }

  async workflowText(): Promise<string> {
    try {
      return await readFile(this.paths.workflow, 'utf8');
    } catch (error) {
      throw readError(this.paths.workflow, error);
    }
  }

  readCheckpoint(): WorkflowSession | null {
    const text = this.#checkpointText();
    try {
      return text === null ? null : fromSessionJson(text);
    } catch (error) {
      if (error instanceof FieldError) throw damagedError(this.paths.checkpoint, error.message);
      throw error;
    }
  }

  writeCheckpoint(text: string): Promise<void> {
    return this.#replace(this.paths.checkpoint, text);
  }

  writeWorkflow(text: string): Promise<void> {
    return this.#replace(this.paths.workflow, text);
  }

  readJournal(onEvent: (event: SessionEvent, line: number) => void): JournalEnd {
    return readJournal(this.paths.journal, onEvent);
  }

  openJournal(end: JournalEnd): EventJournal {
    return Journal.open(this.paths.journal, end);
  }

  tidy(): void {
    try {
      rmSync(this.#temporary, { force: true });
    } catch (error) {
      throw writeError(this.#temporary, error);
    }
  }

  hide(owner: string, shown: unknown, real: unknown): void {
    new HiddenValues(this.paths.hiddenDir).keep(owner, shown, real);
  }

  reveal<Value>(owner: string, shown: Value): Value {
    return new HiddenValues(this.paths.hiddenDir).reveal(owner, shown);
  }

  async discard(): Promise<void> {
    try {
      await rm(this.paths.dir, { recursive: true, force: true });
    } catch (error) {
      throw writeError(this.paths.dir, error);
    }
  }

  async #replace(path: string, text: string): Promise<void> {
    try {
      await writeThrough(this.#temporary, text);
      await rename(this.#temporary, path);
    } catch (error) {
      await rm(this.#temporary, { force: true }).catch(() => {});
      throw writeError(path, error);
    }
  }

  /** One name is enough: only the holder of the lock writes. */
  get #temporary(): string {
    return `${this.paths.checkpoint}.tmp`;
  }

  #checkpointText(): string | null {
    try {
      return readFileSync(this.paths.checkpoint, 'utf8');
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw readError(this.paths.checkpoint, error);
    }
  }
}

async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}
