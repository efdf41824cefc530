import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isPackageName, type Trouble } from './manifest.js';
import { type LockedPlugin, lookAtLocked, type PluginStore, packageFolder, projectStore } from './plugin-store.js';
import { REPAIR, type StoreFile } from './store-file.js';

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
  readonly #locked = new Map<string, StoreFile<LockedPlugin>>();

  /** `stores` are looked at besides those of the folders on the way up. */
  locate(name: string, from: string, stores: readonly PluginStore[] = []): Location {
    if (isPath(name)) return this.#locatePath(resolve(from, name), name);
    if (!isPackageName(name))
      return { ok: false, reason: 'it is not the name of a package', hint: 'A folder begins with "./".' };
    const up = foldersUp(from);
    for (const folder of up) {
      const installed = this.#installed(projectStore(folder), name);
      if (installed) return installed;
      const modules = join(folder, 'node_modules', name);
      if (existsSync(join(modules, 'package.json'))) return { ok: true, folder: modules, isInstalled: false };
    }
    for (const store of stores) {
      const installed = this.#installed(store, name);
      if (installed) return installed;
    }
    const damage = [...up.map(projectStore), ...stores].map((store) => this.#damage(store)).find(Boolean);
    if (damage) return damage;
    return { ok: false, reason: 'it is not installed', hint: `Install it: agentflow plugins install ${name}` };
  }

  #locatePath(folder: string, name: string): Location {
    if (existsSync(folder)) return { ok: true, folder, isInstalled: false };
    return { ok: false, reason: `there is no folder ${folder}`, hint: `Look at the path "${name}".` };
  }

  #installed(store: PluginStore, name: string): Location | undefined {
    const { entries, spoilt, file } = this.lockedIn(store);
    const reason = `what the lock file ${file} says about it makes no sense`;
    if (spoilt.includes(name)) return { ok: false, reason, hint: REPAIR };
    // Something else of that name, further up, is not what was installed here.
    if (existsSync(join(store.plugins, name))) {
      const damage = this.#damage(store);
      if (damage) return damage;
    }
    const version = entries[name]?.version;
    if (version === undefined) return undefined;
    const folder = packageFolder(store, name, version);
    return existsSync(folder) ? { ok: true, folder, isInstalled: true } : undefined;
  }

  #damage(store: PluginStore): Location | undefined {
    const { file, unreadable } = this.lockedIn(store);
    if (unreadable === undefined) return undefined;
    return { ok: false, reason: `the lock file ${file} cannot be read: ${unreadable}`, hint: REPAIR };
  }

  /** The lock file of a store, read once. */
  lockedIn(store: PluginStore): StoreFile<LockedPlugin> {
    const known = this.#locked.get(store.lockFile) ?? lookAtLocked(store);
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
