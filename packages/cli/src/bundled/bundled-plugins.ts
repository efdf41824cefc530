import type { Plugin } from '@agentflow/plugin-sdk';

/** A plugin that comes with the CLI. What it contributes is written here so that no plugin code loads before it is used. */
export interface BundledPlugin {
  readonly name: string;
  readonly version: string;
  readonly adapters: readonly string[];
  load(): Promise<Plugin>;
}

export function bundledPlugins(version: string): BundledPlugin[] {
  return [
    {
      name: '@agentflow/adapter-claude',
      version,
      adapters: ['claude'],
      load: async () => (await import('@agentflow/adapter-claude')).default,
    },
    {
      name: '@agentflow/adapter-gemini',
      version,
      adapters: ['gemini'],
      load: async () => (await import('@agentflow/adapter-gemini')).default,
    },
    {
      name: '@agentflow/cli',
      version,
      adapters: ['demo'],
      load: async () => (await import('./demo-plugin.js')).default,
    },
  ];
}
