import type { AdapterFactory, IAgentAdapter, Plugin } from '@agentflow/plugin-sdk';
import type { PluginCode } from './plugin-code.js';

/** The same plugin, but what its adapters are asked while a session runs cannot keep the processor forever. */
export function guardAdapters(plugin: Plugin, code: PluginCode): Plugin {
  const { adapters } = plugin;
  if (!adapters) return plugin;
  const guarded = Object.entries(adapters).map(([id, factory]) => [id, guardFactory(id, factory, code)]);
  return { ...plugin, adapters: Object.fromEntries(guarded) as Plugin['adapters'] };
}

function guardFactory(id: string, factory: AdapterFactory, code: PluginCode): AdapterFactory {
  return (options) => code.call(`its adapter "${id}"`, () => guardAdapter(factory(options), code));
}

const PARTS = ['getLaunchConfig', 'mapOptions', 'onOutput', 'onLine', 'onScreen', 'judge'] as const;

/** What an adapter refuses, such as a mode that it lacks, it says in its own words: no error is changed here. */
function guardAdapter(adapter: IAgentAdapter, code: PluginCode): IAgentAdapter {
  const { name, program } = adapter;
  const parts = PARTS.flatMap((part) => {
    const run = adapter[part] as ((...given: unknown[]) => unknown) | undefined;
    return run ? [[part, (...given: unknown[]) => code.watch(() => run.apply(adapter, given))]] : [];
  });
  return { name, ...(program && { program }), ...(Object.fromEntries(parts) as Omit<IAgentAdapter, 'name'>) };
}
