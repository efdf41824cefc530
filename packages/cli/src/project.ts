import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AdapterFactory,
  createCheckHost,
  type LoadEnvironment,
  type NodeType,
  type Permissions,
  type Registry,
} from '@agentflow/core';
import { checkAdapterSettings } from './config/adapter-settings.js';
import { type ConfigFile, loadConfigFiles } from './config/load-config.js';
import { type MergedConfig, mergeConfig } from './config/merge-config.js';
import { userFolder } from './config/user-folders.js';
import { withConfiguredAdapters } from './plugins/configured-adapters.js';
import { discoverPlugins } from './plugins/discover-plugins.js';
import type { FoundPlugin } from './plugins/plugin.js';
import { pluginRegistries } from './plugins/plugin-registries.js';
import { type PluginStore, projectStore } from './plugins/plugin-store.js';

/** The folder a command works in, with everything that is configured and registered there. */
export interface Project extends LoadEnvironment {
  readonly folder: string;
  readonly adapters: Registry<AdapterFactory>;
  readonly nodeTypes: Registry<NodeType>;
  /** Where workflows are found by name, in this order. */
  readonly workflowFolders: readonly WorkflowFolder[];
  /** Of agents that do not say otherwise. */
  readonly permissions?: Permissions;
  /** How many tasks run at once where nobody says otherwise. */
  readonly concurrency?: number;
  /** Names of variables whose values are never shown. */
  readonly redact: readonly string[];
  readonly settings: ProjectSettings;
}

/** What the config files say, and the plugins they lead to. */
export interface ProjectSettings {
  readonly files: readonly ConfigFile[];
  readonly config: MergedConfig;
  /** The folder of the project's config; without one, the working folder. */
  readonly root: string;
  readonly store: PluginStore;
  /** Highest first, with those that are shadowed or cannot be used. */
  readonly plugins: readonly FoundPlugin[];
}

export interface WorkflowFolder {
  readonly origin: 'project' | 'user' | 'bundled';
  readonly folder: string;
}

/** `plugins` are the values of `--plugin`. No plugin code is loaded before it is used. */
export async function openProject(folder: string, version: string, plugins: readonly string[] = []): Promise<Project> {
  const settings = await readSettings(folder, version, plugins);
  const { config } = settings;
  const { adapter: defaultAdapter, permissions, concurrency } = config.defaults;
  const registries = pluginRegistries(settings.plugins, version);
  const user = userFolder();
  return {
    folder,
    adapters: withConfiguredAdapters(registries.adapters, config, settings.plugins),
    nodeTypes: registries.nodeTypes,
    host: createCheckHost({
      command: [join(folder, '.agentflow', 'commands'), ...config.commandDirs, join(user, 'commands')],
      script: [join(folder, 'scripts'), join(folder, '.agentflow', 'scripts'), ...config.scriptDirs],
    }),
    workflowFolders: [
      { origin: 'project', folder: join(folder, '.agentflow', 'workflows') },
      { origin: 'user', folder: join(user, 'workflows') },
      { origin: 'bundled', folder: fileURLToPath(new URL('../workflows', import.meta.url)) },
    ],
    ...(defaultAdapter !== undefined && { defaultAdapter }),
    ...(permissions && { permissions }),
    ...(concurrency !== undefined && { concurrency }),
    redact: config.redact,
    settings,
  };
}

/** What is configured in a folder; enough for commands that use no registry. */
export async function readSettings(
  folder: string,
  version: string,
  flags: readonly string[] = [],
): Promise<ProjectSettings> {
  const files = await loadConfigFiles(folder);
  const config = mergeConfig(files);
  checkAdapterSettings(config);
  const own = files.find(({ origin }) => origin === 'project');
  const root = own ? dirname(own.file) : folder;
  const store = projectStore(root);
  return { files, config, root, store, plugins: discoverPlugins({ folder, store, config, flags, version }) };
}
