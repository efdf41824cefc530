import type { NodeDefinition } from '../definition.js';
import type { ProblemList } from '../problem.js';
import { type AgentDefaults, adapterPathOf, checkAlias, toAgentSettings } from './agent-settings.js';
import type { DraftNode } from './draft-node.js';
import { toPolicy } from './policy.js';

/** Nodes become plan nodes one to one. */
export function lowerNodes(
  nodes: readonly NodeDefinition[],
  { defaults, problems }: { defaults: AgentDefaults; problems: ProblemList },
): DraftNode[] {
  return nodes.map(({ id, path, common, agent, templates, typeName, type, usesAgent, config, dependsOn }) => {
    checkAlias(agent, path, problems);
    const node: DraftNode['node'] = {
      id,
      name: common.name ?? id,
      ...(common.description !== undefined && { description: common.description }),
      type: typeName,
      config,
      ...(usesAgent && config !== undefined && { agent: toAgentSettings(agent, defaults) }),
      dependsOn,
      policy: toPolicy(common, 'all_success', path, problems),
      ...(common.cwd !== undefined && { cwd: common.cwd }),
      env: common.env ?? {},
    };
    return { node, path, noun: 'Node', type, templates, adapterPath: adapterPathOf(agent, defaults.file, path) };
  });
}
