import { expect, test } from 'vitest';
import { rateLimitEvents } from './rate-limits.js';

const AT = '2026-07-25T11:40:00.000Z';
const limit = { type: 'rate-limit', message: 'The rate limit is reached.' };

test.each([
  ['[API Error: You exceeded your current quota.\nPlease retry in 34.07s.]', '2026-07-25T11:40:34.070Z'],
  ['RESOURCE_EXHAUSTED. Suggested retry after 34s.', '2026-07-25T11:40:34.000Z'],
  ['Rate limit. Please retry in 1h2m3.5s.', '2026-07-25T12:42:03.500Z'],
  ['Rate limit. Please retry in 812.4ms.', '2026-07-25T11:40:00.812Z'],
])('the end of a limit is told by %j', (words, resetsAt) => {
  expect(rateLimitEvents(words, AT)).toEqual([{ ...limit, resetsAt }]);
});

test('a limit whose end is not told is told without', () => {
  expect(rateLimitEvents('"code":429', AT)).toEqual([limit]);
  expect(rateLimitEvents('Too many requests, retry in 3s', '')).toEqual([limit]);
});

test('any other failure is no limit', () => {
  expect(rateLimitEvents('API key not valid', AT)).toEqual([]);
});
