import { createHash } from 'node:crypto';
import type { Plan } from '../../workflow/plan.js';
import type { StageRecord, TaskFacts, WorkflowFacts } from '../types.js';

/** What a session keeps of its workflow. */
export function workflowFacts({ name, kind }: Plan, text: string, file: string | null): WorkflowFacts {
  return { name, file, digest: createHash('sha256').update(text).digest('hex'), kind };
}

export function stagesOf({ stages }: Plan): StageRecord[] {
  return stages.map(({ name, nodeIds }) => ({ name, taskIds: nodeIds }));
}

export function tasksOf({ nodes }: Plan): TaskFacts[] {
  return nodes.map(({ id, name, type, stage, agent }) => ({
    id,
    name,
    type,
    stage,
    ...(agent && { mode: agent.executionMode }),
  }));
}

/** The inputs of a session: what was given, and the defaults of what was not. */
export function inputsOf({ inputs }: Plan, given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const defaults = Object.entries(inputs).flatMap(([name, declared]) =>
    declared.default === undefined ? [] : [[name, declared.default] as const],
  );
  return { ...Object.fromEntries(defaults), ...given };
}
