import type { SessionSummary } from '@agentflow/core';
import { expect, test } from 'vitest';
import { parseAge, selectPrunable } from './select-prunable.js';
import type { HealthySession } from './session-words.js';

const NOW = new Date('2026-06-30T12:00:00.000Z');
const DAY = 86_400_000;

function session(
  id: string,
  status: HealthySession['status'],
  daysAgo: number,
  pid: number | null = null,
): SessionSummary {
  const at = new Date(NOW.getTime() - daysAgo * DAY).toISOString();
  const times = { startedAt: at, updatedAt: at, finishedAt: null };
  const rest = { goal: null, reason: null, tasks: { total: 1, over: 1 }, costUsd: null, unknownCosts: 0 };
  return { id, damaged: null, workflow: 'x', status, pid, ...times, ...rest };
}

const SESSIONS: SessionSummary[] = [
  session('live', 'RUNNING', 0, 7),
  session('new', 'DONE', 1),
  session('old', 'DONE', 40),
  session('paused', 'PAUSED', 50),
  session('failed', 'FAILED', 60),
  { id: 'broken', damaged: 'it is empty', startedAt: '2026-01-01T00:00:00.000Z' },
  session('resumed-long-ago', 'DONE', 99, 8),
];

const pruned = (rule: Partial<Parameters<typeof selectPrunable>[1]>) =>
  selectPrunable(SESSIONS, { statuses: ['DONE', 'FAILED'], olderThanMs: 30 * DAY, keep: 0, now: NOW, ...rule })
    .map(({ id }) => id)
    .join(' ');

test('what is old enough and of a named status goes, but never what runs', () => {
  expect(pruned({})).toBe('old failed');
  expect(pruned({ olderThanMs: 0 })).toBe('new old failed');
  expect(pruned({ keep: 3 })).toBe('failed');
  expect(pruned({ statuses: ['PAUSED', 'DAMAGED', 'RUNNING'] })).toBe('paused broken');
});

test.each([
  ['30d', 30 * DAY],
  ['2w', 14 * DAY],
  ['12h', DAY / 2],
  ['90m', DAY / 16],
  ['0s', 0],
])('the age %s is %i ms', (text, ms) => {
  expect(parseAge(text)).toBe(ms);
});

test.each(['', '30', 'd', '-1d', '1.5d', '1y', '1d 2h'])('"%s" is no age', (text) => {
  expect(() => parseAge(text)).toThrow(`--older-than: "${text}" is not a time.`);
});
