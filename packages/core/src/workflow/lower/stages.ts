import type { NodeType } from '@agentflow/plugin-sdk';
import type { StageDefinition, TaskDefinition } from '../definition.js';
import type { ProblemList } from '../problem.js';
import { type AgentDefaults, adapterPathOf, checkAlias, toAgentSettings } from './agent-settings.js';
import type { DraftNode } from './draft-node.js';
import { toPolicy } from './policy.js';

/** The node type that the tasks of stages become. */
export const TASK_NODE_TYPE = 'prompt';

/**
 * Tasks become agent nodes that depend on every task of the previous non-empty stage. They start when that
 * stage is over and nothing in it failed, or in any case when it says `continue_on_error`.
 */
export function lowerStages(
  stages: readonly StageDefinition[],
  { defaults, type, problems }: { defaults: AgentDefaults; type: NodeType; problems: ProblemList },
): DraftNode[] {
  const drafts: DraftNode[] = [];
  let previous: { readonly ids: readonly string[]; readonly continueOnError: boolean } = {
    ids: [],
    continueOnError: false,
  };
  for (const stage of stages) {
    const { ids, continueOnError } = previous;
    for (const task of stage.tasks) drafts.push(lowerTask(task, ids, continueOnError));
    if (stage.tasks.length > 0)
      previous = { ids: stage.tasks.map((task) => task.id), continueOnError: stage.continueOnError };
  }
  return drafts;

  function lowerTask(task: TaskDefinition, dependsOn: readonly string[], continueOnError: boolean): DraftNode {
    const { id, path, common, agent, prompt, templates } = task;
    checkAlias(agent, path, problems);
    const node: DraftNode['node'] = {
      id,
      name: common.name ?? id,
      ...(common.description !== undefined && { description: common.description }),
      type: TASK_NODE_TYPE,
      config: { prompt },
      agent: toAgentSettings(agent, defaults),
      dependsOn,
      policy: toPolicy(common, continueOnError ? 'all_done' : 'none_failed', path, problems),
      ...(common.cwd !== undefined && { cwd: common.cwd }),
      env: common.env ?? {},
    };
    return { node, path, noun: 'Task', type, templates, adapterPath: adapterPathOf(agent, defaults.file, path) };
  }
}
