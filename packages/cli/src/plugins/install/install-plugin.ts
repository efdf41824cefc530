import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ProjectSettings } from '../../project.js';
import { PluginError } from '../plugin-error.js';
import { type PluginStore, readLocked } from '../plugin-store.js';
import { isOlder } from '../version-range.js';
import { buildTree } from './build-tree.js';
import { checkPackage } from './check-package.js';
import { changed, type FetchedPackage, fetchPackage, titleOf } from './fetch-package.js';
import { unlessAborted } from './interruption.js';
import { writeLocked } from './lock-file.js';
import type { PackageRequest } from './package-request.js';
import { isInPlace, placeTree } from './place-tree.js';
import { checkRegistration, register, registrationOf } from './register.js';
import { temporaryFolder } from './store-lock.js';
import { type Consent, requireTrust } from './trust.js';

/** Where and how plugins are installed. */
export interface Installation {
  readonly store: PluginStore;
  readonly settings: ProjectSettings;
  readonly host: { readonly version: string; readonly sdkVersion: string };
  readonly consent: Consent;
  readonly allowScripts: boolean;
  /** Never to an older version: the newest that is published may be older than a prerelease that is installed. */
  readonly isUpdate?: boolean;
  /** Ends the installation as long as nothing has changed; its reason is thrown then. */
  readonly signal: AbortSignal;
  /** Shows a step while it is done. */
  readonly step: <Result>(title: string, run: () => Promise<Result>) => Promise<Result>;
}

export interface Installed {
  readonly name: string;
  readonly version: string;
  readonly change: 'installed' | 'updated' | 'unchanged' | 'restored';
  readonly previous: string | null;
}

/**
 * Installs one plugin. Everything happens in a temporary folder; the first thing that others can notice is the new
 * lock file, and the last the config that names the plugin. Whatever fails, or whenever we are killed, the old state holds.
 */
export async function installPlugin(request: PackageRequest, installation: Installation): Promise<Installed> {
  const { store, settings, step, signal } = installation;
  const folder = temporaryFolder(store);
  try {
    const npmrc = join(settings.root, '.npmrc');
    const fetched = await step(`Resolve ${titleOf(request)}`, () => fetchPackage(request, { folder, npmrc, signal }));
    const known = readLocked(store)[fetched.name];
    if (known && installation.isUpdate && isOlder(fetched.version, known.version))
      return newerThan(fetched, known.version, installation);
    if (known?.version === fetched.version) {
      if (known.integrity !== fetched.integrity) throw changed(`${fetched.name}@${fetched.version}`);
      if (isInPlace(store, fetched)) return unchanged(fetched, installation);
    }
    const registration = registrationOf(store, settings);
    checkRegistration(registration, fetched.name);
    await requireTrust([fetched], installation.consent, signal);
    const packages = await step(`Install ${fetched.name} ${fetched.version}`, () =>
      buildTree(folder, fetched, { ...installation, ...installation.host }),
    );
    const options = settings.config.plugins.find(({ name }) => name === fetched.name)?.options;
    const manifest = await step('Check that it loads', () =>
      unlessAborted(signal, checkPackage(folder, { name: fetched.name, host: installation.host, options })),
    );
    const { adapters, nodeTypes } = manifest;
    const { version, integrity } = fetched;
    const locked = {
      version,
      integrity,
      source: sourceOf(request, fetched, installation),
      contributes: { adapters, nodeTypes },
      packages,
    };
    placeTree(folder, store, fetched);
    writeLocked(store, fetched.name, locked);
    register(registration, fetched.name);
    const previous = known?.version ?? null;
    return { name: fetched.name, version, change: previous === null ? 'installed' : 'updated', previous };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installed before, but perhaps not named: a process may have been killed in between. */
function unchanged({ name, version }: FetchedPackage, { store, settings }: Installation): Installed {
  const registration = registrationOf(store, settings);
  checkRegistration(registration, name);
  register(registration, name);
  return { name, version, change: 'unchanged', previous: version };
}

function newerThan({ name, version: newest }: FetchedPackage, version: string, { store }: Installation): Installed {
  if (isInPlace(store, { name, version })) return { name, version, change: 'unchanged', previous: version };
  throw new PluginError(
    `${name} ${version} is locked but not installed, and the newest is ${newest}; nothing was changed.`,
    'Install what the lock file names: agentflow plugins install',
  );
}

/** What installs the same again. A project may be moved with what is in it; a user has plugins of any folder. */
function sourceOf(request: PackageRequest, { name, version }: FetchedPackage, installation: Installation): string {
  if (request.kind === 'registry') return `npm:${name}@${version}`;
  if (request.kind === 'url') return request.url;
  if (installation.store.scope === 'user') return request.path;
  const path = relative(installation.settings.root, request.path);
  return path.startsWith('.') ? path : `./${path}`;
}
