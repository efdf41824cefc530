import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isPackageName, type Trouble } from './manifest.js';
import { type LockedPlugins, type PluginStore, packageFolder, projectStore, readLocked } from './plugin-store.js';

export type Location =
  | {
      readonly ok: true;
      readonly folder: string /** Put there by `plugins install`, which tried it. */;
      readonly isInstalled: boolean;
    }
  | ({ readonly ok: false } & Trouble);

/**
 * Finds plugins relative to the file that names them. `require.resolve` cannot: it fails on packages that can only
 * be imported; and the parent that `import.meta.resolve` takes is ignored on Node 20.
 */
export class PluginLocator {
  readonly #locked = new Map<string, LockedPlugins>();

  /** `stores` are looked at besides those of the folders on the way up. */
  locate(name: string, from: string, stores: readonly PluginStore[] = []): Location {
    if (isPath(name)) return this.#locatePath(resolve(from, name), name);
    if (!isPackageName(name))
      return { ok: false, reason: 'it is not the name of a package', hint: 'A folder begins with "./".' };
    for (const folder of foldersUp(from)) {
      const installed = this.#installed(projectStore(folder), name);
      if (installed) return installed;
      const modules = join(folder, 'node_modules', name);
      if (existsSync(join(modules, 'package.json'))) return { ok: true, folder: modules, isInstalled: false };
    }
    for (const store of stores) {
      const installed = this.#installed(store, name);
      if (installed) return installed;
    }
    return { ok: false, reason: 'it is not installed', hint: `Install it: agentflow plugins install ${name}` };
  }

  #locatePath(folder: string, name: string): Location {
    if (existsSync(folder)) return { ok: true, folder, isInstalled: false };
    return { ok: false, reason: `there is no folder ${folder}`, hint: `Look at the path "${name}".` };
  }

  #installed(store: PluginStore, name: string): Location | undefined {
    const version = this.lockedIn(store)[name]?.version;
    if (version === undefined) return undefined;
    const folder = packageFolder(store, name, version);
    return existsSync(folder) ? { ok: true, folder, isInstalled: true } : undefined;
  }

  /** The lock file of a store, read once. */
  lockedIn(store: PluginStore): LockedPlugins {
    const known = this.#locked.get(store.lockFile) ?? readLocked(store);
    this.#locked.set(store.lockFile, known);
    return known;
  }
}

/** Whether a plugin is named by its folder. */
export function isPath(name: string): boolean {
  return isAbsolute(name) || /^\.{1,2}(?:[/\\]|$)/.test(name);
}

function foldersUp(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}
