import type { Plan, PlanNode, TriggerRule } from '../../workflow/plan.js';
import type { SessionStatus, TaskStatus } from '../types.js';
import { type WaitingGroup, WaitingGroups } from './waiting-groups.js';

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
  const groups = new WaitingGroups(plan);
  const handling = new Set<WaitingGroup>();
  const isHandled = ({ id }: PlanNode) => groups.waitingFor(id).some((group) => handling.has(group));
  // Backwards, so that of each node it is known already whether those after it handle what it passes on.
  for (const node of plan.nodes.toReversed()) {
    const status = statusOf(node.id);
    const handles = status === 'DONE' && HANDLERS.has(node.policy.triggerRule);
    if (handles || (status === 'SKIPPED' && isHandled(node))) handling.add(groups.of(node));
  }
  return failed.filter((node) => !isHandled(node));
}
