import type { FailureReason } from '@agentflow/plugin-sdk';
import type { RetryPolicy } from '../../workflow/plan.js';

/** Trouble that another try cannot mend. */
const NEVER: ReadonlySet<FailureReason> = new Set([
  'bad-credentials',
  'missing-program',
  'refused',
  'bad-reference',
  'internal',
]);

/** Trouble that often passes by itself. */
const TRANSIENT: ReadonlySet<FailureReason> = new Set(['rate-limited', 'transport', 'timed-out', 'idle-timed-out']);

/**
 * How long to wait before the next try, or undefined when there is none. The delay doubles with every try up to
 * its maximum; jitter takes up to half of it away, so that tasks that failed together do not return together.
 */
export function retryDelay(
  policy: RetryPolicy | undefined,
  { tries, reason, random }: { tries: number; reason: FailureReason; random: () => number },
): number | undefined {
  if (!policy || tries >= policy.maxAttempts || NEVER.has(reason)) return undefined;
  if (policy.onError === 'transient' && !TRANSIENT.has(reason)) return undefined;
  const delay = Math.min(policy.delayMs * 2 ** (tries - 1), policy.maxDelayMs);
  return Math.round(delay * (1 - random() / 2));
}
