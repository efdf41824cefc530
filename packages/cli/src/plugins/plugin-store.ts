import { join } from 'node:path';
import { userDataFolder } from '../config/user-folders.js';
import { isRecord, readStoreFile, type StoreFile, wholeEntries } from './store-file.js';

/** An installed plugin as the lock file has it. */
export interface LockedPlugin {
  readonly version: string;
  /** Of the plugin's own tarball. */
  readonly integrity: string;
  /** What npm gets it from: `NAME@VERSION`, or a path relative to the folder of the config. */
  readonly source: string;
  readonly contributes: { readonly adapters: readonly string[]; readonly nodeTypes: readonly string[] };
  /** The packages below it as npm's own lock file names them, each with its integrity. */
  readonly packages: Readonly<Record<string, unknown>>;
}

export type LockedPlugins = Readonly<Record<string, LockedPlugin>>;

/** Where plugins of a project, or of a user, are kept. */
export interface PluginStore {
  readonly scope: 'project' | 'user';
  /** `.agentflow` of the project, or the user's data folder. */
  readonly base: string;
  readonly plugins: string;
  readonly lockFile: string;
  readonly linksFile: string;
}

export function projectStore(root: string): PluginStore {
  return storeAt(join(root, '.agentflow'), 'project');
}

export function userStore(): PluginStore {
  return storeAt(userDataFolder(), 'user');
}

function storeAt(base: string, scope: PluginStore['scope']): PluginStore {
  const plugins = join(base, 'plugins');
  return { scope, base, plugins, lockFile: join(base, 'plugins.lock.json'), linksFile: join(plugins, 'links.json') };
}

/** The folder that one version of a plugin is installed in, with everything it needs. */
export function versionFolder({ plugins }: PluginStore, name: string, version: string): string {
  return join(plugins, name, version);
}

/** The plugin's own package in it. */
export function packageFolder(store: PluginStore, name: string, version: string): string {
  return join(versionFolder(store, name, version), 'node_modules', name);
}

/** Every installed plugin, for commands that change them. */
export function readLocked(store: PluginStore): LockedPlugins {
  return wholeEntries(lookAtLocked(store));
}

/** The same as far as it can be understood, for everybody else. */
export function lookAtLocked({ lockFile }: PluginStore): StoreFile<LockedPlugin> {
  return readStoreFile(lockFile, { list: ({ plugins }) => plugins, isEntry: isLocked });
}

/** Package name → folder of every linked plugin, for commands that change them. */
export function readLinks(store: PluginStore): Readonly<Record<string, string>> {
  return wholeEntries(lookAtLinks(store));
}

/** The same as far as it can be understood, for everybody else. */
export function lookAtLinks({ linksFile }: PluginStore): StoreFile<string> {
  return readStoreFile(linksFile, { list: (json) => json, isEntry: isText });
}

function isLocked(value: unknown): value is LockedPlugin {
  if (!isRecord(value) || !isRecord(value.contributes) || !isRecord(value.packages)) return false;
  const { adapters, nodeTypes } = value.contributes;
  const isNames = (list: unknown) => Array.isArray(list) && list.every(isText);
  return [value.version, value.integrity, value.source].every(isText) && isNames(adapters) && isNames(nodeTypes);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
