import type { NodeType } from '@agentflow/plugin-sdk';
import type { RegistryEntry } from '../registry.js';

/** The seven built-in node types, written against the SDK as a third party's would be. */
export function builtInNodeTypes(version: string): RegistryEntry<NodeType>[] {
  const source = { plugin: '@agentflow/core', version, origin: 'built-in' } as const;
  const entry = (name: string, load: () => Promise<NodeType>): RegistryEntry<NodeType> => ({ name, source, load });
  return [
    entry('prompt', async () => (await import('./prompt.js')).prompt),
    entry('command', async () => (await import('./command.js')).command),
    entry('bash', async () => (await import('./bash.js')).bash),
    entry('script', async () => (await import('./script.js')).script),
    entry('loop', async () => (await import('./loop.js')).loop),
    entry('approval', async () => (await import('./approval.js')).approval),
    entry('cancel', async () => (await import('./cancel.js')).cancel),
  ];
}
