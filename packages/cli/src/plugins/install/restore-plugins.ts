import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPlugin, readLocked } from '../plugin-store.js';
import { rebuildTree } from './build-tree.js';
import { checkPackage } from './check-package.js';
import { changed, fetchPackage, TARBALL } from './fetch-package.js';
import type { Installation, Installed } from './install-plugin.js';
import { Interrupted, unlessAborted } from './interruption.js';
import { type PackageRequest, parseRequest } from './package-request.js';
import { isInPlace, placeTree } from './place-tree.js';
import { temporaryFolder } from './store-lock.js';
import { type Candidate, requireTrust } from './trust.js';

/** A plugin of the lock file. */
interface Locked {
  readonly name: string;
  readonly plugin: LockedPlugin;
  readonly request: PackageRequest;
  readonly isThere: boolean;
}

/** Installs what the lock file names and is not there, such as after a clone. */
export async function restorePlugins(installation: Installation): Promise<Installed[]> {
  const { store, settings, step, consent, signal } = installation;
  const all = Object.entries(readLocked(store)).map(([name, plugin]): Locked => {
    const isThere = isInPlace(store, { name, version: plugin.version });
    return { name, plugin, request: parseRequest(plugin.source, settings.root), isThere };
  });
  // A lock file says what others installed, not that somebody agreed to it here.
  await requireTrust(all.filter(({ isThere }) => !isThere).map(toCandidate), consent, signal);
  const restored: Installed[] = [];
  for (const locked of all) {
    const { name, isThere } = locked;
    const { version } = locked.plugin;
    if (!isThere) {
      const isFirst = restored.every(({ change }) => change === 'unchanged');
      await step(`Restore ${name} ${version}`, () => restore(locked, installation)).catch((error) => {
        throw error instanceof Interrupted && !isFirst ? error.later() : error;
      });
    }
    restored.push({ name, version, change: isThere ? 'unchanged' : 'restored', previous: version });
  }
  return restored;
}

/** A lock file can be written by hand: it may fetch a stranger's packages below a name that is trusted. */
function toCandidate({ name, plugin, request }: Locked): Candidate {
  const isNamed = request.kind === 'registry' && request.name === name;
  return { name, version: plugin.version, isFromRegistry: isNamed && isAllOfRegistry(plugin.packages) };
}

function isAllOfRegistry(packages: LockedPlugin['packages']): boolean {
  return Object.entries(packages).every(([path, facts]) => {
    const { resolved, name } = facts as { readonly resolved?: unknown; readonly name?: unknown };
    // npm writes a name only where the folder has another one.
    return path === '' || (name === undefined && (resolved === undefined || resolved === `file:${TARBALL}`));
  });
}

async function restore({ name, plugin, request }: Locked, installation: Installation): Promise<void> {
  const { store, settings, host, signal } = installation;
  const folder = temporaryFolder(store);
  try {
    const fetched = await fetchPackage(request, { folder, npmrc: join(settings.root, '.npmrc'), signal });
    if (fetched.name !== name || fetched.integrity !== plugin.integrity) throw changed(`${name}@${plugin.version}`);
    await rebuildTree(folder, plugin.packages, { ...installation, ...host });
    const options = settings.config.plugins.find((named) => named.name === name)?.options;
    await unlessAborted(signal, checkPackage(folder, { name, host, options }));
    placeTree(folder, store, fetched);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
