import type { Plan, PlanNode, TriggerRule } from '../../workflow/plan.js';
import type { SessionStatus, TaskStatus } from '../types.js';

const HANDLERS: ReadonlySet<TriggerRule> = new Set(['all_done', 'one_failed', 'all_failed']);

/** How a run of a session ended. */
export interface SessionEnd {
  readonly status: Exclude<SessionStatus, 'RUNNING'>;
  readonly reason: string | null;
}

const MAX_NAMED = 10;

/** How a session ends that nothing stopped. */
export function judgeEnd(plan: Plan, statusOf: (id: string) => TaskStatus): SessionEnd {
  const failed = unhandledFailures(plan, statusOf);
  if (failed.length === 0) return { status: 'DONE', reason: null };
  const names = failed.slice(0, MAX_NAMED).map(({ id }) => `"${id}"`);
  const more = failed.length > MAX_NAMED ? ` and ${failed.length - MAX_NAMED} more` : '';
  return { status: 'FAILED', reason: `${failed.length === 1 ? 'Task' : 'Tasks'} ${names.join(', ')}${more} failed.` };
}

/**
 * The failed nodes that nobody handled. A failure is handled by a dependent that is DONE and whose rule runs on
 * failures; it reaches that dependent directly or through nodes that were skipped because of it.
 */
export function unhandledFailures(plan: Plan, statusOf: (id: string) => TaskStatus): PlanNode[] {
  const failed = plan.nodes.filter(({ id }) => statusOf(id) === 'FAILED');
  if (failed.length === 0) return [];
  const dependents = dependentsOf(plan);
  return failed.filter((node) => !isHandled(node, dependents, statusOf));
}

function isHandled(
  failed: PlanNode,
  dependents: ReadonlyMap<string, readonly PlanNode[]>,
  statusOf: (id: string) => TaskStatus,
): boolean {
  const seen = new Set<string>();
  const waiting = [failed.id];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const dependent of dependents.get(id) ?? []) {
      const status = statusOf(dependent.id);
      if (status === 'DONE' && HANDLERS.has(dependent.policy.triggerRule)) return true;
      if (status !== 'SKIPPED' || seen.has(dependent.id)) continue;
      seen.add(dependent.id);
      waiting.push(dependent.id);
    }
  }
  return false;
}

export function dependentsOf(plan: Plan): Map<string, PlanNode[]> {
  const dependents = new Map<string, PlanNode[]>(plan.nodes.map(({ id }) => [id, []]));
  for (const node of plan.nodes) for (const id of node.dependsOn) dependents.get(id)?.push(node);
  return dependents;
}
