import { lstatSync, statSync, writeFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { existsError, FileSession } from './file-session.js';
import { makeFolders } from './make-folders.js';
import { makingFolder, sweepMakingFolders } from './making-folder.js';
import { localProcesses, type ProcessTable } from './process-table.js';
import { checkNewSessionId, checkSessionId, LATEST, newSessionId } from './session-id.js';
import { SUBFOLDERS, sessionPaths } from './session-paths.js';
import type { SessionStore, SessionSummary, StoredSession } from './session-store.js';
import { summarize } from './session-summary.js';
import { hasCode, readError, StateError, writeError, writeErrorAt } from './state-error.js';

/** Where sessions are kept, and the clock, chance and processes that tests replace. */
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
    makeFolders(this.#root, PRIVATE_FOLDER);
    await this.sweep();
    await this.#makeRoom(id);
    const [dir, makingDir] = [join(this.#root, id), makingFolder(this.#root, id)];
    const stored = new FileSession({ id, dir, makingDir, processes: this.#processes });
    try {
      makeFolders(makingDir, PRIVATE_FOLDER);
      for (const name of SUBFOLDERS) makeFolders(join(makingDir, name), PRIVATE_FOLDER);
      writeNewFile(sessionPaths(makingDir).workflow, workflowText);
    } catch (error) {
      await stored.discard().catch(() => {});
      throw writeErrorAt(dir, error);
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

  sweep(): Promise<void> {
    return sweepMakingFolders(this.#root, this.#processes);
  }

  /** Refuses an id that is taken. A folder in which nothing ever happened takes none. */
  async #makeRoom(id: string): Promise<void> {
    const stored = this.#session(id);
    const found = lstatSync(stored.paths.dir, { throwIfNoEntry: false });
    if (!found) return;
    if (!found.isDirectory() || !isEmpty(stored)) throw existsError(stored);
    await stored.discard();
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
    return new FileSession({ id, dir: join(this.#root, id), processes: this.#processes });
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

/** Nothing can have happened in it: a session gets its place with its first event. */
function isEmpty(stored: StoredSession): boolean {
  const { journal, checkpoint } = stored.paths;
  const hasNothing = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  return hasNothing(journal) && hasNothing(checkpoint) && stored.holder() === null;
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
