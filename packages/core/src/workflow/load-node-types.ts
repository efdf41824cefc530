import type { NodeType } from '@agentflow/plugin-sdk';
import type { Registry } from '../registry.js';
import { TASK_NODE_TYPE } from './lower/stages.js';
import type { ProblemList } from './problem.js';
import { isRecord } from './schema/unknown-keys.js';

/**
 * Loads the node types that a file uses; the others stay unloaded and stand in the map with a type that is
 * never asked, so that every registered name is known.
 */
export async function loadNodeTypes(
  value: unknown,
  registry: Registry<NodeType>,
  problems: ProblemList,
): Promise<ReadonlyMap<string, NodeType>> {
  const used = usedNames(value, registry);
  const types = new Map<string, NodeType>();
  for (const entry of registry.entries()) {
    const path = used.get(entry.name);
    if (path === undefined) {
      types.set(entry.name, UNUSED);
      continue;
    }
    try {
      types.set(entry.name, await entry.load());
    } catch (error) {
      const { message: reason, hint = 'Install its plugin again.' } = error as Error & { hint?: string };
      const message = `The node type "${entry.name}" of ${entry.source.plugin} cannot be loaded: ${reason}`;
      problems.error('broken-node-type', path, message, { at: 'key', hint });
      types.set(entry.name, UNUSED);
    }
  }
  return types;
}

const UNUSED: NodeType = {
  schema: { '~standard': { version: 1, vendor: 'agentflow', validate: (value) => ({ value }) } },
  run: () => Promise.reject(new Error('This node type was not loaded.')),
};

function usedNames(value: unknown, registry: Registry<NodeType>): Map<string, (string | number)[]> {
  const used = new Map<string, (string | number)[]>();
  if (!isRecord(value)) return used;
  if (Object.hasOwn(value, 'stages')) used.set(TASK_NODE_TYPE, ['stages']);
  for (const [index, node] of (Array.isArray(value.nodes) ? value.nodes : []).entries()) {
    if (!isRecord(node)) continue;
    for (const key of Object.keys(node)) if (registry.has(key) && !used.has(key)) used.set(key, ['nodes', index, key]);
  }
  return used;
}
