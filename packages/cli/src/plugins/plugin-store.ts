import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { userDataFolder } from '../config/user-folders.js';
import { EXIT_CODES } from '../exit-codes.js';

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

export function readLocked({ lockFile }: PluginStore): LockedPlugins {
  return (readJson(lockFile) as { plugins?: LockedPlugins } | undefined)?.plugins ?? {};
}

/** Package name → folder of every linked plugin. */
export function readLinks({ linksFile }: PluginStore): Readonly<Record<string, string>> {
  return (readJson(linksFile) as Record<string, string> | undefined) ?? {};
}

function readJson(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CliError(`The file cannot be read: ${(error as Error).message}`, {
      code: 'damaged-plugin-file',
      exitCode: EXIT_CODES.INVALID,
      file,
      hint: 'Take it back from version control, or remove it and install the plugins again.',
      cause: error,
    });
  }
}
