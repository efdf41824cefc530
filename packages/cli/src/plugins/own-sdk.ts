import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

export const SDK = '@agentflow/plugin-sdk';

/**
 * The folder that holds everything of a plugin: the one whose `node_modules` the package was installed in, with what
 * it needs; for one that is used where it is written, the package itself. What is above it belongs to somebody else.
 */
export function ownFolder(packageFolder: string): string {
  const folder = realpathSync(packageFolder);
  const parent = dirname(folder);
  const modules = basename(parent).startsWith('@') ? dirname(parent) : parent;
  return basename(modules) === 'node_modules' ? dirname(modules) : folder;
}

/** Whether a plugin brings a copy of the SDK along. */
export function hasOwnSdk(packageFolder: string): boolean {
  const own = ownFolder(packageFolder);
  for (let at = realpathSync(packageFolder); isWithin(at, own); at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', SDK, 'package.json'))) return true;
    if (at === own) return false;
  }
  return false;
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
