import type { AdapterFactory, RegistryEntry } from '@agentflow/core';
import type { Plugin } from '@agentflow/plugin-sdk';

/** A plugin that comes with the CLI. What it contributes is written here so that no plugin code loads before it is used. */
export interface BundledPlugin {
  readonly name: string;
  readonly adapters: readonly string[];
  load(): Promise<Plugin>;
}

export const BUNDLED_PLUGINS: readonly BundledPlugin[] = [
  {
    name: '@agentflow/adapter-claude',
    adapters: ['claude'],
    load: async () => (await import('@agentflow/adapter-claude')).default,
  },
  {
    name: '@agentflow/adapter-gemini',
    adapters: ['gemini'],
    load: async () => (await import('@agentflow/adapter-gemini')).default,
  },
  { name: '@agentflow/cli', adapters: ['demo'], load: async () => (await import('./demo-plugin.js')).default },
];

/** The bundled adapters as registry entries. */
export function bundledAdapters(version: string): RegistryEntry<AdapterFactory>[] {
  return BUNDLED_PLUGINS.flatMap((plugin) =>
    plugin.adapters.map((name) => ({
      name,
      source: { plugin: plugin.name, version, origin: 'bundled' as const },
      load: () => loadAdapter(plugin, name),
    })),
  );
}

async function loadAdapter(plugin: BundledPlugin, name: string): Promise<AdapterFactory> {
  const factory = (await plugin.load()).adapters?.[name];
  if (!factory) throw new Error(`${plugin.name} has no adapter "${name}".`);
  return factory;
}
