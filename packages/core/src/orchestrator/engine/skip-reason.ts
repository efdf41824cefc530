import type { PlanNode } from '../../workflow/plan.js';
import type { SkipReason, TaskStatus } from '../types.js';

interface Upstream {
  statusOf(id: string): TaskStatus;
  /** The failed node behind a skipped one, with only skipped nodes between. */
  failedBehind(id: string): string | undefined;
}

const MAX_NAMED = 10;

/** The dependencies that decided; a few tell the story, and a stage of thousands must not fill the journal. */
export function skipReason(
  { policy, dependsOn }: Pick<PlanNode, 'dependsOn' | 'policy'>,
  { statusOf, failedBehind }: Upstream,
): SkipReason {
  const notDone = dependsOn.filter((id) => statusOf(id) !== 'DONE');
  const shown = (notDone.length > 0 ? notDone : dependsOn).slice(0, MAX_NAMED);
  const behind = shown.flatMap((id) => {
    const failed = failedBehind(id);
    return failed === undefined ? [] : [[id, failed] as const];
  });
  return {
    kind: 'trigger-rule',
    rule: policy.triggerRule,
    dependencies: Object.fromEntries(shown.map((id) => [id, statusOf(id)])),
    ...(behind.length > 0 && { failedBehind: Object.fromEntries(behind) }),
  };
}
