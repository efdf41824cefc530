import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where packages of scripts are kept: in the user's cache; without a home, in a folder of the user's own in the temporary one. */
export function scriptCacheFolder(env: Readonly<Record<string, string>>): string {
  const { XDG_CACHE_HOME = '', HOME = '' } = env;
  const folder = join(cacheFolder(XDG_CACHE_HOME, HOME), 'scripts');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function cacheFolder(cache: string, home: string): string {
  if (isAbsolute(cache)) return join(cache, 'agentflow');
  if (isAbsolute(home)) return join(home, '.cache', 'agentflow');
  return ownFolder(join(tmpdir(), `agentflow-${process.getuid?.()}`));
}

/** Anybody may make a folder in the temporary one: code that we run must not come from another user's. */
function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = lstatSync(folder);
  const isOwn = made.isDirectory() && made.uid === process.getuid?.() && (made.mode & 0o022) === 0;
  if (!isOwn) throw new Error(`${folder} belongs to somebody else. Set HOME or XDG_CACHE_HOME.`);
  return folder;
}
