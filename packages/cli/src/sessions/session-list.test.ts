import { PLAIN, type SessionSummary } from '@agentflow/core';
import { expect, test } from 'vitest';
import { listSessions } from './session-list.js';
import type { HealthySession } from './session-words.js';

const SESSIONS: SessionSummary[] = [
  summary('20200601-120900-k3f9', {
    status: 'RUNNING',
    pid: 42,
    startedAt: '2020-06-01T12:09:00.000Z',
    finishedAt: null,
  }),
  {
    id: 'broken',
    damaged: '/p/broken/journal.jsonl:1 is damaged: the line is not an event.',
    startedAt: '2020-06-01T11:00:00.000Z',
  },
  summary('20200531-090000-0a0b', {
    status: 'FAILED',
    costUsd: 0.5,
    unknownCosts: 2,
    workflow: 'A workflow with quite a long name \x1b[2J of 50',
  }),
  summary('nightly', { status: 'INTERRUPTED', startedAt: '2020-01-01T00:00:00.000Z', finishedAt: null }),
];

function summary(id: string, rest: Partial<HealthySession>): SessionSummary {
  return {
    id,
    damaged: null,
    workflow: 'Release',
    goal: null,
    status: 'DONE',
    reason: null,
    startedAt: '2020-05-31T09:00:00.000Z',
    updatedAt: '2020-05-31T09:03:20.000Z',
    finishedAt: '2020-05-31T09:03:20.000Z',
    tasks: { total: 5, over: 4 },
    costUsd: null,
    unknownCosts: 0,
    pid: null,
    ...rest,
  };
}

const list = (width: number) => {
  const text = listSessions(SESSIONS, { now: new Date('2020-06-01T12:10:00.000Z'), width, paint: PLAIN });
  return { text: `\n${text}\n`, widest: Math.max(...text.split('\n').map((line) => line.length)) };
};

test('WHEN there is room THEN sessions are a table, a damaged one with what is wrong', () => {
  expect(list(Number.POSITIVE_INFINITY).text).toMatchInlineSnapshot(`
    "
    ID                    WORKFLOW                                 STATUS       TASKS  AGE    TOOK        COST
    20200601-120900-k3f9  Release                                  RUNNING      4/5    1 min  1 min 0 s   –
    broken                –                                        DAMAGED      –      1 h    –           –
      /p/broken/journal.jsonl:1 is damaged: the line is not an event.
    20200531-090000-0a0b  A workflow with quite a long name of 50  FAILED       4/5    27 h   3 min 20 s  ≥ $0.50
    nightly               Release                                  INTERRUPTED  4/5    152 d  –           –
    "
  `);
});

test('WHEN the terminal has 80 columns THEN long names are shortened', () => {
  expect(list(80)).toMatchInlineSnapshot(`
    {
      "text": "
    ID                    WORKFLOW    STATUS       TASKS  AGE    TOOK        COST
    20200601-120900-k3f9  Release     RUNNING      4/5    1 min  1 min 0 s   –
    broken                –           DAMAGED      –      1 h    –           –
      /p/broken/journal.jsonl:1 is damaged: the line is not an event.
    20200531-090000-0a0b  A workflo…  FAILED       4/5    27 h   3 min 20 s  ≥ $0.50
    nightly               Release     INTERRUPTED  4/5    152 d  –           –
    ",
      "widest": 80,
    }
  `);
});

test('WHEN the terminal has 20 columns THEN a session takes a few short lines', () => {
  expect(list(20).text).toMatchInlineSnapshot(`
    "
    20200601-120900-k3f9
      ● RUNNING
      Release · 4/5
      tasks · 1 min ago
    broken
      ! DAMAGED
      1 h ago
      /p/broken/journal.jsonl:1
      is damaged: the
      line is not an
      event.
    20200531-090000-0a0b
      ✗ FAILED
      A workflow with
      quite a long name
      of 50 · 4/5 tasks
      · 27 h ago · ≥
      $0.50
    nightly
      ! INTERRUPTED
      Release · 4/5
      tasks · 152 d ago
    "
  `);
});
