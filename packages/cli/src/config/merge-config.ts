import { resolve } from 'node:path';
import type { AdapterSetting, Config, ConfigPlace, PluginSpec } from '@agentflow/core';
import type { ConfigFile } from './load-config.js';

/** Where something in a config file stands. */
export interface ConfigSource {
  readonly file: ConfigFile;
  readonly place: ConfigPlace;
}

export interface ConfiguredPlugin extends ConfigSource {
  readonly name: string;
  readonly options?: PluginSpec['options'];
}

export interface ConfiguredAdapter extends ConfigSource {
  readonly setting: AdapterSetting;
  /** Of each key of the setting. */
  readonly sources: Readonly<Partial<Record<keyof AdapterSetting, ConfigSource>>>;
}

/** What holds in a project when all its config files are taken together; folders are absolute. */
export interface MergedConfig {
  readonly plugins: readonly ConfiguredPlugin[];
  readonly adapters: ReadonlyMap<string, ConfiguredAdapter>;
  readonly defaults: Config['defaults'];
  readonly commandDirs: readonly string[];
  readonly scriptDirs: readonly string[];
  readonly redact: readonly string[];
  readonly allowedPlugins: readonly string[];
  readonly notifications: Config['notifications'];
  readonly terminal: Config['terminal'];
}

/** Lists add up, the nearer file first; of single values the nearer file's counts. */
export function mergeConfig(files: readonly ConfigFile[]): MergedConfig {
  const all = <Item>(pick: (file: ConfigFile) => readonly Item[]) => [...new Set(files.flatMap(pick))];
  const single = <Setting>(pick: (config: Config) => Setting): Setting =>
    Object.assign({}, ...files.toReversed().map(({ config }) => pick(config)));
  return {
    plugins: all((file) => file.config.plugins.map((plugin) => ({ ...plugin, file }))),
    adapters: mergeAdapters(files),
    defaults: single(({ defaults }) => defaults),
    commandDirs: all(({ folder, config }) => config.commandDirs.map((name) => resolve(folder, name))),
    scriptDirs: all(({ folder, config }) => config.scriptDirs.map((name) => resolve(folder, name))),
    redact: all(({ config }) => config.redact),
    allowedPlugins: all(({ config }) => config.allowedPlugins),
    notifications: single(({ notifications }) => notifications),
    terminal: single(({ terminal }) => terminal),
  };
}

function mergeAdapters(files: readonly ConfigFile[]): Map<string, ConfiguredAdapter> {
  const merged = new Map<string, ConfiguredAdapter>();
  for (const file of files.toReversed()) {
    for (const [name, { place, places, setting }] of Object.entries(file.config.adapters)) {
      const farther = merged.get(name);
      const sources = Object.fromEntries(Object.entries(places).map(([key, place]) => [key, { file, place }]));
      merged.set(name, {
        file,
        place,
        setting: { ...farther?.setting, ...setting },
        sources: { ...farther?.sources, ...sources },
      });
    }
  }
  return merged;
}
