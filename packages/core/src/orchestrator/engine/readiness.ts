import type { PlanNode, TriggerRule } from '../../workflow/plan.js';
import { isOver, type TaskStatus } from '../types.js';

/** What a trigger rule sees of a dependency. */
export type DependencyState = 'done' | 'failed' | 'skipped';

export type Readiness = 'wait' | 'run' | 'skip';

/** What the statuses of other nodes are, and whether a failure reaches through a skipped one. */
export interface Upstream {
  statusOf(id: string): TaskStatus;
  /** Whether the node was skipped and a failure stands somewhere behind it, with only skipped nodes between. */
  failureBehind(id: string): boolean;
}

/** The states of the nodes that another waits for, each once; `open` while one of them is not over. */
export type DependencyStates = readonly DependencyState[] | 'open';

/** Decides what may happen to a node now, from the nodes it waits for. */
export function readiness({ policy }: Pick<PlanNode, 'policy'>, states: DependencyStates): Readiness {
  if (states === 'open') return 'wait';
  return satisfies(policy.triggerRule, states) ? 'run' : 'skip';
}

export function dependencyStates(ids: readonly string[], { statusOf, failureBehind }: Upstream): DependencyStates {
  if (!ids.every((id) => isOver(statusOf(id)))) return 'open';
  return [...new Set(ids.map((id) => dependencyState(statusOf(id), failureBehind(id))))];
}

/** A cancelled dependency gave no result, so it counts as failed. */
export function dependencyState(status: TaskStatus, failureBehind: boolean): DependencyState {
  if (status === 'DONE') return 'done';
  if (status === 'SKIPPED') return failureBehind ? 'failed' : 'skipped';
  return 'failed';
}

/** Without dependencies there is nothing to judge: every rule lets the node run. */
export function satisfies(rule: TriggerRule, states: readonly DependencyState[]): boolean {
  if (states.length === 0) return true;
  const some = (state: DependencyState) => states.includes(state);
  switch (rule) {
    case 'all_success':
      return !some('failed') && !some('skipped');
    case 'one_success':
      return some('done');
    case 'none_failed_min_one_success':
      return !some('failed') && some('done');
    case 'all_done':
      return true;
    case 'none_failed':
      return !some('failed');
    case 'one_failed':
      return some('failed');
    case 'all_failed':
      return states.every((state) => state === 'failed');
  }
}
