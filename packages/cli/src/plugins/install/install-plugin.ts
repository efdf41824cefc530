import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ProjectSettings } from '../../project.js';
import { type LockedPlugin, type PluginStore, packageFolder, readLocked, versionFolder } from '../plugin-store.js';
import { buildTree, rebuildTree } from './build-tree.js';
import { checkPackage } from './check-package.js';
import { changed, type FetchedPackage, fetchPackage, titleOf } from './fetch-package.js';
import { unlessAborted } from './interruption.js';
import { writeLocked } from './lock-file.js';
import { type PackageRequest, parseRequest } from './package-request.js';
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
    if (known?.version === fetched.version) {
      if (known.integrity !== fetched.integrity) throw changed(`${fetched.name}@${fetched.version}`);
      if (isInPlace(store, fetched)) return unchanged(fetched, installation);
    }
    const registration = registrationOf(store, settings);
    checkRegistration(registration, fetched.name);
    await requireTrust(fetched, installation.consent, signal);
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
      source: sourceOf(request, fetched, settings),
      contributes: { adapters, nodeTypes },
      packages,
    };
    place(folder, store, fetched);
    writeLocked(store, fetched.name, locked);
    register(registration, fetched.name);
    const previous = known?.version ?? null;
    return { name: fetched.name, version, change: previous === null ? 'installed' : 'updated', previous };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Installs what the lock file names and is not there, such as after a clone. */
export async function restorePlugins(installation: Installation): Promise<Installed[]> {
  const { store, step } = installation;
  const restored: Installed[] = [];
  for (const [name, locked] of Object.entries(readLocked(store))) {
    const { version } = locked;
    const isThere = isInPlace(store, { name, version });
    if (!isThere) await step(`Restore ${name} ${version}`, () => restore(name, locked, installation));
    restored.push({ name, version, change: isThere ? 'unchanged' : 'restored', previous: version });
  }
  return restored;
}

async function restore(name: string, locked: LockedPlugin, installation: Installation): Promise<void> {
  const { store, settings, host, signal } = installation;
  const folder = temporaryFolder(store);
  try {
    const request = parseRequest(locked.source, settings.root);
    const fetched = await fetchPackage(request, { folder, npmrc: join(settings.root, '.npmrc'), signal });
    if (fetched.name !== name || fetched.integrity !== locked.integrity) throw changed(`${name}@${locked.version}`);
    await rebuildTree(folder, locked.packages, { ...installation, ...host });
    const options = settings.config.plugins.find((plugin) => plugin.name === name)?.options;
    await unlessAborted(signal, checkPackage(folder, { name, host, options }));
    place(folder, store, fetched);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts a whole tree where its version belongs. What is there is nothing that the lock file names. */
function place(folder: string, store: PluginStore, { name, version }: FetchedPackage): void {
  const target = versionFolder(store, name, version);
  mkdirSync(dirname(target), { recursive: true });
  if (existsSync(target)) renameSync(target, `${folder}-old`);
  renameSync(folder, target);
  rmSync(`${folder}-old`, { recursive: true, force: true });
}

function isInPlace(store: PluginStore, { name, version }: { name: string; version: string }): boolean {
  return existsSync(join(packageFolder(store, name, version), 'package.json'));
}

/** Installed before, but perhaps not named: a process may have been killed in between. */
function unchanged({ name, version }: FetchedPackage, { store, settings }: Installation): Installed {
  const registration = registrationOf(store, settings);
  checkRegistration(registration, name);
  register(registration, name);
  return { name, version, change: 'unchanged', previous: version };
}

function sourceOf(request: PackageRequest, { name, version }: FetchedPackage, { root }: ProjectSettings): string {
  if (request.kind === 'registry') return `npm:${name}@${version}`;
  if (request.kind === 'url') return request.url;
  const path = relative(root, request.path);
  return path.startsWith('.') ? path : `./${path}`;
}
