import type { Plan } from '../../workflow/plan.js';

/** Says that no agent may be started any more, or undefined while one may. Unknown cost counts as none. */
export function budgetSpent({ budgetUsd }: Plan, costUsd: number | null): string | undefined {
  if (budgetUsd === undefined || costUsd === null || costUsd < budgetUsd) return undefined;
  return `The budget of ${budgetUsd} USD is spent (${costUsd.toFixed(4)} USD so far)`;
}
