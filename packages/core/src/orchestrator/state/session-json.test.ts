import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from '../events.js';
import { fromSessionJson, toSessionJson } from './session-json.js';
import { fold, started } from './testing-rig/sample-session.js';

const __proto__: SessionEventBody = { type: 'task.started', taskId: '__proto__', attempt: 1 };
const full = fold(
  started([['__proto__', 'b'], ['c']], { inputs: JSON.parse('{"__proto__":"x"}') }),
  __proto__,
  { type: 'task.saved', taskId: '__proto__', state: { deep: [1, null, 'x'] } },
  {
    type: 'task.conversed',
    taskId: '__proto__',
    conversation: { id: 'c', adapter: 'claude', cwd: '/project', version: '2.1.0' },
  },
  { type: 'task.waiting', taskId: '__proto__', question: 'Go?', kind: 'decision' },
  { type: 'task.answered', taskId: '__proto__', decision: 'reject', message: '' },
  {
    type: 'task.reported',
    taskId: '__proto__',
    attempt: 1,
    event: { type: 'usage', counts: 'total', inputTokens: 1, outputTokens: null, costUsd: 0.5 },
  },
  {
    type: 'task.finished',
    taskId: 'b',
    attempt: 1,
    status: 'FAILED',
    exitCode: 3,
    output: null,
    failure: { reason: 'exit-code', message: 'Exit code 3.', hint: 'Look.' },
  },
  {
    type: 'task.skipped',
    taskId: 'c',
    because: {
      kind: 'trigger-rule',
      rule: 'all_success',
      dependencies: JSON.parse('{"__proto__":"FAILED","b":"SKIPPED"}'),
      failedBehind: { b: 'a' },
    },
  },
);

test('a session survives being written and read', () => {
  expect(fromSessionJson(toSessionJson(full))).toStrictEqual(full);
});

test('a byte order mark and other line ends do not matter', () => {
  expect(fromSessionJson(`\uFEFF${toSessionJson(full).replaceAll('\n', '\r\n')}`)).toStrictEqual(full);
});

test('there is one task per line', () => {
  const lines = toSessionJson(fold(started([['a'], ['b']]))).split('\n');
  expect(lines.slice(1)).toEqual([
    '{"id":"a","name":"a","type":"prompt","stage":0,"status":"PENDING","attempt":0,"startedAt":null,"finishedAt":null,"exitCode":null,"output":null},',
    '{"id":"b","name":"b","type":"prompt","stage":1,"status":"PENDING","attempt":0,"startedAt":null,"finishedAt":null,"exitCode":null,"output":null}',
    ']}',
    '',
  ]);
});

describe('a document that is no checkpoint is refused with what is wrong', () => {
  test.each<[string, string]>([
    ['', 'it is empty'],
    ['{"version":1', 'it is not JSON'],
    ['[]', 'it is not an object'],
    ['{}', '"version" is missing'],
    [changed({ version: 2 }), 'it was written by a newer AgentFlow (version 2)'],
    [changed({ status: 'FLYING' }), '"status" is not one of RUNNING, PAUSED, INTERRUPTED, DONE, FAILED, CANCELLED'],
    [changed({ seq: -1 }), '"seq" is not 0 or more'],
    [changed({ goal: 1 }), '"goal" is not a text'],
    [changed({ inputs: { a: 1 } }), '"inputs" is not an object of texts'],
    [changed({ workflow: null }), '"workflow" is not an object'],
    [changed({ stages: [{ name: 'x', taskIds: [1] }] }), '"taskIds" of stage 1 is not a list of texts'],
    [changed({ tasks: {} }), '"tasks" is not a list'],
    [changed({ tasks: [{}] }), '"id" of task 1 is missing'],
    [changed({ tasks: [task(), task()] }), 'task "a" is there twice'],
    [changed({ tasks: [task({ stage: 7 })] }), '"stage" of task "a" is not one of the 2 stages'],
    [changed({ tasks: [task({ attempt: 'x' })] }), '"attempt" of task "a" is not a whole number'],
    [changed({ tasks: [task({ usage: {} })] }), '"inputTokens" of "usage" of task "a" is missing'],
  ])('%#', (text, message) => {
    expect(() => fromSessionJson(text)).toThrow(expect.objectContaining({ name: 'FieldError', message }));
  });
});

function changed(changes: Record<string, unknown>): string {
  return JSON.stringify({ ...JSON.parse(toSessionJson(full)), ...changes });
}

function task(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const [first] = JSON.parse(toSessionJson(fold(started([['a']])))).tasks;
  return { ...first, ...changes };
}
