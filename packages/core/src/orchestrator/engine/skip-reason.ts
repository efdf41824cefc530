import type { SkipReason, TaskStatus } from '../types.js';

interface Upstream {
  statusOf(id: string): TaskStatus;
  /** The failed node behind a skipped one, with only skipped nodes between. */
  failedBehind(id: string): string | undefined;
}

/** What a skip by a trigger rule tells of the nodes that were waited for. */
export type DecisiveDependencies = Omit<Extract<SkipReason, { kind: 'trigger-rule' }>, 'kind' | 'rule'>;

const MAX_NAMED = 10;

/** The dependencies that decided; a few tell the story, and a stage of thousands must not fill the journal. */
export function decisiveDependencies(
  dependsOn: readonly string[],
  { statusOf, failedBehind }: Upstream,
): DecisiveDependencies {
  const notDone = dependsOn.filter((id) => statusOf(id) !== 'DONE');
  const shown = (notDone.length > 0 ? notDone : dependsOn).slice(0, MAX_NAMED);
  const behind = shown.flatMap((id) => {
    const failed = failedBehind(id);
    return failed === undefined ? [] : [[id, failed] as const];
  });
  return {
    dependencies: Object.fromEntries(shown.map((id) => [id, statusOf(id)])),
    ...(behind.length > 0 && { failedBehind: Object.fromEntries(behind) }),
  };
}
