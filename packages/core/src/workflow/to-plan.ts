import type { WorkflowDefinition } from './definition.js';
import type { DraftNode } from './lower/draft-node.js';
import type { InputDeclaration, Plan, PlanNode, PlanStage } from './plan.js';
import type { FileValues } from './schema/common.js';
import type { Graph } from './validate/graph.js';

/** The last step: what has been checked becomes the engine's input. */
export function toPlan({ file, body }: WorkflowDefinition, drafts: readonly DraftNode[], graph: Graph): Plan {
  const stageOf = body.kind === 'stages' ? stageIndexes(body.stages) : graph.layers;
  const nodes = drafts.map(({ node }, position): PlanNode => ({ ...node, stage: stageOf[position] ?? 0 }));
  return {
    name: file.name ?? '',
    ...(file.description !== undefined && { description: file.description }),
    kind: body.kind,
    ...(file.goal !== undefined && { goal: file.goal }),
    tags: file.tags ?? [],
    interactive: file.interactive ?? true,
    mutatesCheckout: file.mutates_checkout ?? true,
    inputs: inputsOf(file),
    env: file.env ?? {},
    ...(file.max_parallel !== undefined && { maxParallel: file.max_parallel }),
    failFast: file.fail_fast ?? false,
    ...(file.budget_usd !== undefined && { budgetUsd: file.budget_usd }),
    ...(file.timeout !== undefined && { timeoutMs: file.timeout }),
    stages: body.kind === 'stages' ? namedStages(body.stages) : layers(nodes),
    nodes: graph.order.map((position) => nodes[position] as PlanNode),
  };
}

export function inputsOf({ inputs = {} }: FileValues): Record<string, InputDeclaration> {
  const entries = Object.entries(inputs).map(([name, declared]): [string, InputDeclaration] => [
    name,
    {
      ...(declared?.description !== undefined && { description: declared.description }),
      required: declared?.required ?? false,
      ...(declared?.default !== undefined && { default: String(declared.default) }),
    },
  ]);
  return Object.fromEntries(entries);
}

type Stages = Extract<WorkflowDefinition['body'], { kind: 'stages' }>['stages'];

function stageIndexes(stages: Stages): number[] {
  return stages.flatMap((stage, index) => stage.tasks.map(() => index));
}

function namedStages(stages: Stages): PlanStage[] {
  return stages.map(({ name, tasks }) => ({ name, nodeIds: tasks.map((task) => task.id) }));
}

function layers(nodes: readonly PlanNode[]): PlanStage[] {
  const stages: { name: string; nodeIds: string[] }[] = [];
  for (const node of nodes) {
    while (stages.length <= node.stage) stages.push({ name: `layer ${stages.length + 1}`, nodeIds: [] });
    stages[node.stage]?.nodeIds.push(node.id);
  }
  return stages;
}
