import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FileSession } from './file-session.js';
import { makeFolders } from './make-folders.js';
import { localProcesses, type ProcessTable } from './process-table.js';
import { checkNewSessionId, checkSessionId, LATEST, newSessionId } from './session-id.js';
import { SUBFOLDERS } from './session-paths.js';
import type { SessionStore, SessionSummary, StoredSession } from './session-store.js';
import { summarize } from './session-summary.js';
import { hasCode, readError, StateError, writeError } from './state-error.js';

export interface FileSessionStoreOptions {
  /** Folder of all sessions, as a rule `.agentflow/sessions` of the project. */
  readonly root: string;
  readonly processes?: ProcessTable;
  readonly clock?: () => Date;
  /** Like `Math.random`. */
  readonly random?: () => number;
}

const LIST_HINT = '"agentflow sessions" lists them.';
const MOST_NAMED = 5;
const PRIVATE_FOLDER = 0o700;

/** Sessions as folders, readable for their owner only. */
export class FileSessionStore implements SessionStore {
  readonly #root: string;
  readonly #processes: ProcessTable;
  readonly #clock: () => Date;
  readonly #random: () => number;

  constructor(options: FileSessionStoreOptions) {
    const { root, processes = localProcesses(), clock = () => new Date(), random = Math.random } = options;
    this.#root = resolve(root);
    this.#processes = processes;
    this.#clock = clock;
    this.#random = random;
  }

  newId(): string {
    return newSessionId(this.#clock(), this.#random);
  }

  async create(id: string, { workflowText }: { readonly workflowText: string }): Promise<StoredSession> {
    checkNewSessionId(id);
    const stored = this.#session(id);
    makeFolders(this.#root, PRIVATE_FOLDER);
    if (isAbandoned(stored)) await stored.discard();
    makeNewFolder(stored);
    try {
      for (const name of SUBFOLDERS) makeFolders(join(stored.paths.dir, name), PRIVATE_FOLDER);
      writeNewFile(stored.paths.workflow, workflowText);
    } catch (error) {
      await stored.discard().catch(() => {});
      throw error;
    }
    return stored;
  }

  async open(id: string): Promise<StoredSession> {
    checkSessionId(id);
    const dir = join(this.#root, id);
    // Not followed when it is a link: a session is nowhere but here.
    const found = await lstat(dir).catch((error) => {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw readError(dir, error);
    });
    if (!found?.isDirectory()) throw noSession(`There is no session "${id}".`);
    return this.#session(id);
  }

  async find(query: string): Promise<string> {
    checkSessionId(query);
    if (query === LATEST) return this.#latest();
    const matches = (await this.#ids()).filter((id) => id.startsWith(query));
    const [only, another] = matches;
    if (only === undefined) throw noSession(`There is no session "${query}".`);
    if (another === undefined || matches.includes(query)) return matches.includes(query) ? query : only;
    const named = matches.slice(0, MOST_NAMED).join(', ') + (matches.length > MOST_NAMED ? ', …' : '');
    const message = `"${query}" is the beginning of ${matches.length} sessions: ${named}.`;
    throw new StateError(message, { code: 'ambiguous-session', hint: 'Write more of the id.' });
  }

  async list(): Promise<SessionSummary[]> {
    const summaries = (await this.#ids()).map((id) => summarize(this.#session(id)));
    const key = ({ startedAt, id }: SessionSummary) => `${startedAt} ${id}`;
    return summaries.sort((a, b) => (key(a) < key(b) ? 1 : -1));
  }

  async remove(id: string): Promise<void> {
    const stored = await this.open(id);
    const lock = await stored.lock();
    try {
      await stored.discard();
    } finally {
      lock.release();
    }
  }

  async #latest(): Promise<string> {
    const [newest] = await this.list();
    if (newest === undefined) throw noSession('There is no session yet.', 'Start one with "agentflow run".');
    return newest.id;
  }

  async #ids(): Promise<string[]> {
    try {
      const entries = await readdir(this.#root, { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory() && isSessionId(entry.name)).map(({ name }) => name);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw readError(this.#root, error);
    }
  }

  #session(id: string): StoredSession {
    return new FileSession(id, join(this.#root, id), this.#processes);
  }
}

function isSessionId(name: string): boolean {
  try {
    checkSessionId(name);
    return true;
  } catch {
    return false;
  }
}

/** One that is being made has its first event within milliseconds. */
const MAKING_MS = 5000;

/** A process that died while it made the session left a folder in which nothing has happened. */
function isAbandoned(stored: StoredSession): boolean {
  const { paths } = stored;
  const made = statSync(paths.dir, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined || Date.now() - made < MAKING_MS) return false;
  const isEmpty = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  return isEmpty(paths.journal) && isEmpty(paths.checkpoint) && stored.holder() === null;
}

function makeNewFolder({ id, paths: { dir } }: StoredSession): void {
  try {
    mkdirSync(dir, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw writeError(dir, error);
    const hint = `Choose another id, or go on with it: agentflow resume ${id}`;
    throw new StateError(`There is a session "${id}" already.`, { code: 'session-exists', path: dir, hint });
  }
}

function writeNewFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw writeError(path, error);
  }
}

function noSession(message: string, hint = LIST_HINT): StateError {
  return new StateError(message, { code: 'no-session', hint });
}
