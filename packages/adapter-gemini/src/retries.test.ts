import { expect, test } from 'vitest';
import { createRetryReader } from './retries.js';

test.each([
  ['with status 500. Retrying with backoff... _ApiError: {"error":{}}', { reason: 'HTTP 500' }],
  ['with 429 error (no Retry-After header). Retrying with backoff...', { reason: 'HTTP 429' }],
  ['with 5xx error. Retrying with backoff...', { reason: '5xx error' }],
  [
    '. Retrying with backoff... Error: exception TypeError: fetch failed',
    { reason: 'exception TypeError: fetch failed' },
  ],
  [': You have no quota left.. Retrying after 5012ms...', { reason: 'You have no quota left.', delayMs: 5012 }],
  ['. Retrying with backoff...', { reason: 'error' }],
])('a retry is told by "Attempt 3 failed%s"', (words, retry) => {
  const line = `Attempt 3 failed${words.startsWith('with') ? ' ' : ''}${words}\n    at somewhere\n`;
  expect(createRetryReader()(line)).toEqual([{ type: 'retry', attempt: 3, ...retry }]);
});

test('a line that comes in pieces is one retry', () => {
  const read = createRetryReader();
  expect([read('noise\nAttempt 1 failed with sta'), read('tus 503. Retrying with backoff...'), read('\n')]).toEqual([
    [],
    [],
    [{ type: 'retry', attempt: 1, reason: 'HTTP 503' }],
  ]);
});

test('an error of several lines is told by its first one', () => {
  const error = 'You exceeded your quota.\nPlease retry in 34.07s.\nSuggested retry after 34s.';
  const stderr = `Attempt 1 failed: ${error}. Max attempts reached\nAttempt 2 failed: ${error}. Retrying after 34000ms...\n`;
  expect(createRetryReader()(stderr)).toEqual([
    { type: 'retry', attempt: 2, reason: 'You exceeded your quota.', delayMs: 34_000 },
  ]);
});
