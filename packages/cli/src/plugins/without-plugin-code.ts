import { type AdapterFactory, type NodeType, Registry } from '@agentflow/core';

interface Registries {
  readonly adapters: Registry<AdapterFactory>;
  readonly nodeTypes: Registry<NodeType>;
}

/** The same names, but what a plugin's node type may hold is left open: to know it, its code would have to run. */
export function withoutPluginCode({ adapters, nodeTypes }: Registries): Registries {
  const entries = nodeTypes.entries();
  return {
    adapters,
    nodeTypes: new Registry(
      entries.map((entry) => (entry.source.origin === 'built-in' ? entry : { ...entry, load: async () => ANYTHING })),
    ),
  };
}

const ANYTHING: NodeType = {
  schema: { '~standard': { version: 1, vendor: 'agentflow', validate: (value) => ({ value }) } },
  run: () => Promise.reject(new Error('This node type was not loaded.')),
};
