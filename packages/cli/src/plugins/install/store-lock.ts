import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireLock, localProcesses, StateError } from '@agentflow/core';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { type PluginStore, readLocked } from '../plugin-store.js';

const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 50;
const TEMPORARY = '.tmp-';

interface Waiting {
  readonly talk: (text: string) => void;
  /** Ends the waiting; its reason is thrown then. */
  readonly signal: AbortSignal;
}

/** Runs a change of a store while no other process can make one. A change under way elsewhere is waited for. */
export async function withStore<Result>(
  store: PluginStore,
  { talk, signal }: Waiting,
  change: () => Promise<Result>,
): Promise<Result> {
  prepareFolder(store);
  const lock = await waitForLock(join(store.plugins, '.lock'), { talk, signal });
  try {
    sweep(store);
    return await change();
  } finally {
    lock.release();
  }
}

function prepareFolder({ plugins }: PluginStore): void {
  // What is installed is not for version control; the lock file beside the folder is.
  const ignore = join(plugins, '.gitignore');
  try {
    mkdirSync(plugins, { recursive: true });
    if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
  } catch (error) {
    throw new CliError(`Plugins cannot be kept in ${plugins}: ${(error as Error).message}`, {
      code: 'plugins-unwritable',
      exitCode: EXIT_CODES.FAILED,
      hint: 'Make the folder writable; for --user, HOME or XDG_DATA_HOME may name another.',
      cause: error,
    });
  }
}

/** A new folder in the store, on the same disk as what it will be renamed to. */
export function temporaryFolder({ plugins }: PluginStore): string {
  const folder = join(plugins, `${TEMPORARY}${process.pid}-${Date.now().toString(36)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function waitForLock(file: string, { talk, signal }: Waiting) {
  const deadline = performance.now() + PATIENCE_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await acquireLock(file, localProcesses(), 'plugins');
    } catch (error) {
      if (!(error instanceof StateError) || !error.holder) throw error;
      const { pid } = error.holder;
      if (performance.now() > deadline) throw busy(pid, file);
      if (isFirst) talk(`Waiting for process ${pid}, which changes the plugins here.`);
      await delay(PAUSE_MS);
      signal.throwIfAborted();
    }
  }
}

function busy(pid: number, file: string): CliError {
  return new CliError(`Process ${pid} has been changing the plugins here for too long.`, {
    code: 'plugins-locked',
    exitCode: EXIT_CODES.FAILED,
    hint: `End it, or if it is none of AgentFlow's, remove ${file}.`,
  });
}

/** Removes what a process that was killed left behind, and versions that nothing names any more. */
function sweep(store: PluginStore): void {
  const locked = readLocked(store);
  for (const name of readdirSync(store.plugins)) {
    if (name.startsWith(TEMPORARY)) remove(join(store.plugins, name));
    else if (name.startsWith('@'))
      for (const inner of list(join(store.plugins, name))) sweepVersions(store, `${name}/${inner}`, locked);
    else if (!name.startsWith('.') && name !== 'links.json') sweepVersions(store, name, locked);
  }
}

function sweepVersions(store: PluginStore, name: string, locked: ReturnType<typeof readLocked>): void {
  const folder = join(store.plugins, name);
  const versions = list(folder);
  const stale = versions.filter((version) => version !== locked[name]?.version);
  for (const version of stale) remove(join(folder, version));
  if (stale.length === versions.length && existsSync(folder)) remove(folder);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
