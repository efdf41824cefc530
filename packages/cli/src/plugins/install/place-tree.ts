import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PluginStore, packageFolder, versionFolder } from '../plugin-store.js';

interface PluginVersion {
  readonly name: string;
  readonly version: string;
}

/** Puts a whole tree where its version belongs. What is there is nothing that the lock file names. */
export function placeTree(folder: string, store: PluginStore, { name, version }: PluginVersion): void {
  const target = versionFolder(store, name, version);
  mkdirSync(dirname(target), { recursive: true });
  if (existsSync(target)) renameSync(target, `${folder}-old`);
  renameSync(folder, target);
  rmSync(`${folder}-old`, { recursive: true, force: true });
}

export function isInPlace(store: PluginStore, { name, version }: PluginVersion): boolean {
  return existsSync(join(packageFolder(store, name, version), 'package.json'));
}
