import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { readManifest } from '../manifest.js';
import { hasOwnSdk, SDK } from '../own-sdk.js';
import { PluginError } from '../plugin-error.js';
import { fits } from '../version-range.js';
import { changed, type FetchedPackage, TARBALL } from './fetch-package.js';
import { NpmError, npm } from './npm.js';

/** npm's lock file of one plugin: path → package, `''` is the root. */
export type NpmPackages = Readonly<Record<string, unknown>>;

export interface TreeOptions {
  readonly allowScripts: boolean;
  /** Of the SDK that a plugin without a copy gets. */
  readonly sdkVersion: string;
  readonly signal: AbortSignal;
}

/** Builds the tree of a plugin beside its tarball: the plugin and what it needs, and nothing of any other plugin. */
export async function buildTree(folder: string, fetched: FetchedPackage, options: TreeOptions): Promise<NpmPackages> {
  const dependencies: Record<string, string> = { [fetched.name]: `file:${TARBALL}` };
  await install(folder, dependencies, options);
  const read = readManifest(join(folder, 'node_modules', fetched.name));
  if (!read.ok)
    throw new PluginError(`${fetched.name} ${fetched.version}: ${read.reason}; nothing was installed.`, read.hint);
  const { sdk, folder: plugin } = read.manifest;
  // It was made for another SDK than ours: it gets one of its own.
  if (sdk !== null && !hasOwnSdk(plugin) && !fits(options.sdkVersion, sdk))
    await install(folder, { ...dependencies, [SDK]: sdk }, options);
  return finish(folder);
}

/** Builds the same tree again from what the lock file has; every package must be the one it was. */
export async function rebuildTree(folder: string, packages: NpmPackages, options: TreeOptions): Promise<void> {
  const { dependencies } = packages[''] as { dependencies: Record<string, string> };
  writePackage(folder, dependencies);
  const lock = { name: TREE, lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await npmInstall('ci', folder, options);
  finish(folder);
}

const TREE = 'agentflow-plugin';

function writePackage(folder: string, dependencies: Readonly<Record<string, string>>): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: TREE, private: true, dependencies })}\n`);
}

async function install(folder: string, dependencies: Readonly<Record<string, string>>, options: TreeOptions) {
  writePackage(folder, dependencies);
  await npmInstall('install', folder, options);
}

async function npmInstall(command: 'install' | 'ci', folder: string, options: TreeOptions): Promise<void> {
  const { allowScripts, signal } = options;
  const args = [command, '--omit=dev', '--omit-lockfile-registry-resolved', '--no-workspaces', '--prefix', '.'];
  try {
    await npm(args, { folder, allowScripts, signal });
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    if (error.code === 'EINTEGRITY') throw changed('a package below the plugin', error);
    throw new CliError(`npm cannot install the plugin: ${error.message} (${error.code}); nothing was installed.`, {
      code: 'not-fetched',
      exitCode: EXIT_CODES.PLUGIN,
      hint: 'Look at what the plugin depends on, and at the network.',
      cause: error,
    });
  }
}

function finish(folder: string): NpmPackages {
  // The link to the project's credentials, and what is unpacked by now.
  for (const name of ['.npmrc', TARBALL]) rmSync(join(folder, name), { force: true });
  return JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages as NpmPackages;
}
