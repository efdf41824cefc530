import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockHolder } from './lock.js';
import type { ProcessTable } from './process-table.js';
import { sessionPaths } from './session-paths.js';

const PREFIX = '.new-';

/** A maker has its lock within milliseconds. */
const MAKING_MS = 5000;

/** Where a session is made before it gets its place: beside the others, under a name that no session can have. */
export function makingFolder(root: string, id: string): string {
  return join(root, `${PREFIX}${id}-${randomBytes(8).toString('hex')}`);
}

/** Removes what processes left that died while they made a session. What cannot be removed does no harm. */
export async function sweepMakingFolders(root: string, processes: ProcessTable): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const dir = join(root, name);
    if (isAbandoned(dir, processes)) await rm(dir, { recursive: true, force: true }).catch(() => {});
  }
}

function isAbandoned(dir: string, processes: ProcessTable): boolean {
  const { lock } = sessionPaths(dir);
  try {
    if (existsSync(lock)) return lockHolder(lock, processes) === null;
    const made = statSync(dir, { throwIfNoEntry: false })?.mtimeMs;
    return made !== undefined && Date.now() - made > MAKING_MS;
  } catch {
    return false;
  }
}
