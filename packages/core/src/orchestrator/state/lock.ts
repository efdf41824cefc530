import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessTable } from './process-table.js';
import { hasCode, type LockHolder, readError, StateError, writeError } from './state-error.js';

/** The content of a lock file. */
interface Holder {
  readonly pid: number;
  readonly startTime: string;
  readonly host: string;
  /** Makes the content unique. */
  readonly token: string;
  /** What the holder wants others to know, such as the id of its session. */
  readonly about?: string | undefined;
}

/** A lock that this process holds. */
export interface HeldLock {
  /** What the dead holder that it was taken from had to say. */
  readonly deadAbout: string | undefined;
  /** `movedTo` is where the file is now, if its folder got another name. */
  release(movedTo?: string): void;
}

const PATIENCE_MS = 1_500;
const PAUSE_MS = 5;

/**
 * Makes this process the only holder of the lock; throws `state-locked` when another living process holds it.
 * The lock of a dead one is taken over.
 */
export async function acquireLock(path: string, processes: ProcessTable, about?: string): Promise<HeldLock> {
  const { mine, dead } = await take(path, processes, about);
  sweep(path);
  return { release: (movedTo = path) => release(movedTo, mine), deadAbout: dead?.about };
}

/** The living holder of a lock; null when nobody holds it. */
export function lockHolder(path: string, processes: ProcessTable): LockHolder | null {
  const content = readLock(path);
  const holder = content === null ? null : parseHolder(content);
  return holder !== null && isAlive(holder, processes) ? { pid: holder.pid, host: holder.host } : null;
}

interface Taken {
  /** The content that the lock has now. */
  readonly mine: string;
  /** The dead holder it was taken from. */
  readonly dead: Holder | null;
}

async function take(path: string, processes: ProcessTable, about?: string): Promise<Taken> {
  const { pid, host } = processes;
  const startTime = processes.startTimeOf(pid) ?? 'unknown';
  const holder: Holder = { pid, startTime, host, token: randomBytes(8).toString('hex'), about };
  const mine = `${JSON.stringify(holder)}\n`;
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    if (place(path, mine, linkSync)) return { mine, dead: null };
    const found = readLock(path);
    if (found !== null) {
      const other = parseHolder(found);
      if (other !== null && isAlive(other, processes)) throw lockedError(path, other, host);
      if (await replaceStale({ path, stale: found, mine, processes, deadline })) return { mine, dead: other };
    } else if (performance.now() > deadline) {
      throw writeError(path, new Error('the lock cannot be made'));
    }
  }
}

interface Takeover {
  readonly path: string;
  readonly stale: string;
  readonly mine: string;
  readonly processes: ProcessTable;
  readonly deadline: number;
}

/**
 * Puts our content in the place of a dead holder's. A guard lock named after the stale content lets in one process
 * at a time; who comes later finds other content and leaves it. The same content never comes back.
 */
async function replaceStale({ path, stale, mine, processes, deadline }: Takeover): Promise<boolean> {
  const guardPath = guardPathOf(path, stale);
  let guard: string;
  try {
    guard = (await take(guardPath, processes)).mine;
  } catch (error) {
    const isBusy = error instanceof StateError && error.code === 'state-locked';
    if (!isBusy || performance.now() > deadline) throw error;
    await delay(PAUSE_MS);
    return false;
  }
  try {
    return readLock(path) === stale && place(path, mine, renameSync);
  } finally {
    release(guardPath, guard);
  }
}

/** Named by digest, because a damaged lock can hold anything. */
export function guardPathOf(path: string, stale: string): string {
  return `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`;
}

/** Puts the content there as a whole, by link (refused when there is a lock) or by rename (in its place). */
function place(path: string, content: string, put: (from: string, to: string) => void): boolean {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx' });
    return attempt(() => put(temporary, path));
  } catch (error) {
    throw writeError(path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** False when there is a lock, or when its new holder has swept our temporary file away. */
function attempt(put: () => void): boolean {
  try {
    put();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST', 'ENOENT')) return false;
    throw error;
  }
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw readError(path, error);
  }
}

/** Null when the content is no holder's; then nobody can be alive behind it, since locks are made as a whole. */
function parseHolder(content: string): Holder | null {
  try {
    const { pid, startTime, host, token, about } = JSON.parse(content);
    const isHolder = Number.isSafeInteger(pid) && pid > 0 && typeof startTime === 'string' && typeof host === 'string';
    return isHolder ? { pid, startTime, host, token, ...(typeof about === 'string' && { about }) } : null;
  } catch {
    return null;
  }
}

/** Of a process on another machine nothing can be known, so it counts as alive. */
function isAlive(holder: Holder, processes: ProcessTable): boolean {
  return holder.host !== processes.host || processes.startTimeOf(holder.pid) === holder.startTime;
}

function lockedError(path: string, holder: Holder, host: string): StateError {
  const isHere = holder.host === host;
  return new StateError(`The session is in use by process ${holder.pid}${isHere ? '' : ` on "${holder.host}"`}.`, {
    code: 'state-locked',
    path,
    holder: { pid: holder.pid, host: holder.host, about: holder.about },
    hint: isHere
      ? 'Wait until it has ended, or end it with "agentflow cancel".'
      : `If that process is gone, remove ${path} and try again.`,
  });
}

function release(path: string, content: string): void {
  try {
    if (readLock(path) === content) unlinkSync(path);
  } catch {
    // It is left behind as the lock of a dead process, which anybody takes over.
  }
}

/** Removes guards and temporary files of processes that died; for the holder, before whom they mean nothing any more. */
function sweep(path: string): void {
  try {
    const prefix = `${basename(path)}.`;
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(prefix));
    for (const name of names) rmSync(join(dirname(path), name), { force: true });
  } catch {
    // They do no harm.
  }
}
