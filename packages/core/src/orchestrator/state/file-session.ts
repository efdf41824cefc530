import { readFileSync, renameSync, rmSync } from 'node:fs';
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
import { type SessionPaths, sessionPaths, valuesFilesIn } from './session-paths.js';
import type { EventJournal, JournalEnd, SessionHolder, SessionLock, StoredSession } from './session-store.js';
import { damagedError, hasCode, readError, StateError, writeError, writeErrorAt } from './state-error.js';

export interface FileSessionOptions {
  readonly id: string;
  readonly dir: string;
  /** Where it is until it is published; without it, it is there already. */
  readonly makingDir?: string;
  readonly processes: ProcessTable;
}

/** A session in a folder. */
export class FileSession implements StoredSession {
  readonly id: string;
  /** As everybody knows them, also while it is being made. */
  readonly paths: SessionPaths;
  readonly #processes: ProcessTable;
  /** Where the files are now. */
  #current: SessionPaths;

  constructor({ id, dir, makingDir = dir, processes }: FileSessionOptions) {
    this.id = id;
    this.paths = sessionPaths(dir);
    this.#current = sessionPaths(makingDir);
    this.#processes = processes;
  }

  async lock(mark?: string): Promise<SessionLock> {
    try {
      const { release, deadAbout } = await acquireLock(this.#current.lock, this.#processes, mark);
      return { release: () => release(this.#current.lock), deadMark: deadAbout };
    } catch (error) {
      throw writeErrorAt(this.paths.lock, error);
    }
  }

  holder(): SessionHolder | null {
    const holder = lockHolder(this.#current.lock, this.#processes);
    return holder && { pid: holder.pid, host: holder.host === this.#processes.host ? null : holder.host };
  }

  publish(): void {
    const { dir } = this.paths;
    try {
      renameSync(this.#current.dir, dir);
    } catch (error) {
      // A folder takes the place of an empty one only.
      throw hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR') ? existsError(this) : writeError(dir, error);
    }
    this.#current = this.paths;
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
    return Journal.open(this.#current.journal, end, this.paths.journal);
  }

  tidy(): void {
    for (const file of [this.#temporary, ...valuesFilesIn(this.paths.dir)]) {
      try {
        rmSync(file, { force: true });
      } catch (error) {
        throw writeError(file, error);
      }
    }
  }

  hide(owner: string, shown: unknown, real: unknown): void {
    new HiddenValues(this.#current.hiddenDir).keep(owner, shown, real);
  }

  reveal<Value>(owner: string, shown: Value): Value {
    return new HiddenValues(this.#current.hiddenDir).reveal(owner, shown);
  }

  async discard(): Promise<void> {
    try {
      await rm(this.#current.dir, { recursive: true, force: true });
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

export function existsError({ id, paths: { dir } }: Pick<StoredSession, 'id' | 'paths'>): StateError {
  const hint = `Choose another id, or go on with it: agentflow resume ${id}`;
  return new StateError(`There is a session "${id}" already.`, { code: 'session-exists', path: dir, hint });
}
