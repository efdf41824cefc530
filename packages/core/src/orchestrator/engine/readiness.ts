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

/** Decides what may happen to a node now, from the nodes it waits for. */
export function readiness(node: Pick<PlanNode, 'dependsOn' | 'policy'>, upstream: Upstream): Readiness {
  if (!node.dependsOn.every((id) => isOver(upstream.statusOf(id)))) return 'wait';
  const states = node.dependsOn.map((id) => dependencyState(upstream.statusOf(id), upstream.failureBehind(id)));
  return satisfies(node.policy.triggerRule, states) ? 'run' : 'skip';
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
