import { FAILURE_REASONS, type FailureReason } from '@agentflow/plugin-sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RetryPolicy } from '../../workflow/plan.js';
import { retryDelay } from './retry.js';

const policy = (fields: Partial<RetryPolicy> = {}): RetryPolicy => ({
  maxAttempts: 10,
  delayMs: 100,
  maxDelayMs: 500,
  onError: 'all',
  ...fields,
});
const delay = (fields: Partial<RetryPolicy>, tries: number, reason: FailureReason = 'exit-code', random = 0) =>
  retryDelay(policy(fields), { tries, reason, random: () => random });

describe('the delay before the next try', () => {
  test('doubles with every try, up to its maximum', () => {
    expect([1, 2, 3, 4, 5].map((tries) => delay({}, tries))).toEqual([100, 200, 400, 500, 500]);
  });

  test('is shortened by jitter, at most by half', () => {
    expect([0, 0.5, 1].map((random) => delay({}, 1, 'exit-code', random))).toEqual([100, 75, 50]);
  });

  test('is never more than its maximum, however many tries there were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
        const ms = delay({ maxAttempts: 10_000 }, tries, 'exit-code', random);
        return ms !== undefined && ms >= 50 && ms <= 500;
      }),
    );
  });
});

describe('there is no next try', () => {
  test('WHEN the node has no retry', () => {
    expect(retryDelay(undefined, { tries: 1, reason: 'exit-code', random: () => 0 })).toBeUndefined();
  });

  test('WHEN all tries are used, the first one counted', () => {
    expect([1, 2, 3].map((tries) => delay({ maxAttempts: 2 }, tries))).toEqual([100, undefined, undefined]);
  });

  test('WHEN the reason is one of these', () => {
    expect(FAILURE_REASONS.filter((reason) => delay({}, 1, reason) === undefined)).toEqual([
      'missing-program',
      'bad-credentials',
      'refused',
      'bad-reference',
      'internal',
    ]);
  });

  test('WHEN on_error is transient and the reason is none of these', () => {
    const retried = FAILURE_REASONS.filter((reason) => delay({ onError: 'transient' }, 1, reason) !== undefined);
    expect(retried).toEqual(['timed-out', 'idle-timed-out', 'rate-limited', 'transport']);
  });
});
