import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from '../events.js';
import type { TaskRecord } from '../types.js';
import { restoreState } from './session-reducer.js';
import { A, approves, asks, begin, finish, resume, skip, start, usage } from './testing-rig/sample-events.js';
import { fold, plan, started } from './testing-rig/sample-session.js';

test('a session begins RUNNING with every task PENDING', () => {
  expect(fold(begin)).toEqual({
    id: 'sample',
    workflow: begin.workflow,
    goal: 'ship it',
    arguments: '',
    inputs: {},
    cwd: '/project',
    status: 'RUNNING',
    reason: null,
    startedAt: '2026-11-18T10:00:01.000Z',
    updatedAt: '2026-11-18T10:00:01.000Z',
    finishedAt: null,
    currentStageIndex: 0,
    stages: begin.stages,
    tasks: new Map([pendingTask('a', 0), pendingTask('b', 0), pendingTask('c', 2)].map((task) => [task.id, task])),
    usage: { inputTokens: null, outputTokens: null, costUsd: null },
    unknownUsage: { tokens: 0, cost: 0 },
    seq: 1,
  });
});

test('the session ends with the status, reason and time of its last event', () => {
  const session = fold(begin, { type: 'session.finished', status: 'CANCELLED', reason: 'enough' });
  expect([session.status, session.reason, session.finishedAt, session.seq]).toEqual([
    'CANCELLED',
    'enough',
    '2026-11-18T10:00:02.000Z',
    2,
  ]);
});

describe('status of a task', () => {
  const done = [start('a'), finish('a')];
  test.each<[string, SessionEventBody[], TaskRecord['status']]>([
    ['started', [start('a')], 'RUNNING'],
    ['asking', [start('a'), asks], 'WAITING_FOR_USER'],
    ['asking, then moving on', [start('a'), asks, { type: 'task.continued', ...A }], 'RUNNING'],
    ['asking, then given input', [start('a'), asks, { type: 'task.input-sent', ...A, text: 'y' }], 'RUNNING'],
    ['asking and answered, not yet taken', [start('a'), asks, approves], 'WAITING_FOR_USER'],
    ['answer taken', [start('a'), asks, approves, { type: 'task.answer-taken', ...A }], 'RUNNING'],
    ['done', done, 'DONE'],
    ['failed', [start('a'), finish('a', 'FAILED')], 'FAILED'],
    ['cancelled before it started', [finish('a', 'CANCELLED')], 'CANCELLED'],
    ['skipped', [skip('a')], 'SKIPPED'],
    ['done, then asking too late', [...done, asks], 'DONE'],
    ['done, then given input too late', [...done, { type: 'task.input-sent', ...A, text: 'y' }], 'DONE'],
    ['done, then failed too late', [...done, finish('a', 'FAILED')], 'DONE'],
    ['done, then skipped too late', [...done, skip('a')], 'DONE'],
    ['retrying', [start('a'), retried()], 'RUNNING'],
    ['done, then invalidated', [...done, { type: 'task.invalidated', ...A, because: 'b' }], 'PENDING'],
    ['failed, then resumed', [start('a'), finish('a', 'FAILED'), resume('a')], 'PENDING'],
  ])('%s', (_, bodies, status) => {
    expect(fold(begin, ...bodies).tasks.get('a')?.status).toBe(status);
  });
});

test('a failed task keeps why, and a second start forgets it', () => {
  expect(task(start('a'), finish('a', 'FAILED'))).toEqual({
    ...pendingTask('a', 0),
    status: 'FAILED',
    attempt: 1,
    startedAt: '2026-11-18T10:00:02.000Z',
    finishedAt: '2026-11-18T10:00:03.000Z',
    exitCode: 1,
    failure: { reason: 'exit-code', message: 'Exit code 1.' },
  });
  expect(task(start('a'), finish('a', 'FAILED'), start('a', 2))).toEqual({
    ...pendingTask('a', 0),
    status: 'RUNNING',
    attempt: 2,
    startedAt: '2026-11-18T10:00:04.000Z',
  });
});

test('a resumed task keeps its attempts, saved state, conversation and answers, and nothing of how it ended', () => {
  const conversation = { id: 'c1', adapter: 'claude', cwd: '/project' };
  expect(
    task(
      start('a'),
      { type: 'task.saved', ...A, state: { iteration: 3 } },
      { type: 'task.conversed', ...A, conversation },
      asks,
      approves,
      resume('a'),
    ),
  ).toEqual({
    ...pendingTask('a', 0),
    attempt: 1,
    saved: { iteration: 3 },
    conversation,
    answers: [{ decision: 'approve', message: 'fine' }],
  });
});

test('a DONE task forgets what it saved and was answered, and keeps its output when it is to run again', () => {
  const bodies = [start('a'), { type: 'task.saved', ...A, state: 1 } as const, approves, finish('a'), resume('a')];
  expect(task(...bodies)).toEqual({ ...pendingTask('a', 0), attempt: 1, output: 'outputs/a.1' });
});

test('answers are taken oldest first', () => {
  const rejects: SessionEventBody = { type: 'task.answered', ...A, decision: 'reject', message: 'no' };
  const take: SessionEventBody = { type: 'task.answer-taken', ...A };
  expect(task(start('a'), approves, rejects, take).answers).toEqual([{ decision: 'reject', message: 'no' }]);
  expect(task(start('a'), approves, rejects, take, take, take).answers).toBeUndefined();
});

describe('current stage', () => {
  test.each<[string, SessionEventBody[], number]>([
    ['is the first while a task of it is open', [finish('a')], 0],
    ['passes an empty stage', [finish('a'), skip('b')], 2],
    ['waits for the earlier stage', [finish('c')], 0],
    ['is the number of stages at the end', [finish('a'), finish('b', 'FAILED'), finish('c')], 3],
    ['goes back when a task is to run again', [finish('a'), finish('b', 'FAILED'), finish('c'), resume('b')], 0],
    ['goes back when a task is started again', [finish('a'), finish('b'), finish('c'), start('c', 2)], 2],
  ])('%s', (_, bodies, index) => {
    expect(fold(begin, ...bodies).currentStageIndex).toBe(index);
  });
});

test('a resume merges inputs and makes the session RUNNING', () => {
  const session = fold(
    started([['a']], { inputs: { x: '1', y: '1' } }),
    { type: 'session.finished', status: 'FAILED', reason: 'a failed' },
    { type: 'session.resumed', pending: ['a'], inputs: { y: '2', z: '3' } },
  );
  expect([session.status, session.reason, session.finishedAt]).toEqual(['RUNNING', null, null]);
  expect(session.inputs).toEqual({ x: '1', y: '2', z: '3' });
});

test('an accepted change adds, removes and moves tasks; spent money stays spent', () => {
  const workflow = { ...begin.workflow, digest: 'd2' };
  const changed = plan([['c'], ['new', 'a']]);
  const session = fold(begin, finish('a'), usage('total', [1, 1, 1], 'b'), finish('c'), {
    type: 'session.resumed',
    pending: ['c', 'new'],
    inputs: {},
    accepted: { workflow, ...changed, changed: ['new'] },
  });
  expect(session.workflow).toEqual(workflow);
  expect(session.stages).toEqual(changed.stages);
  expect([...session.tasks.values()].map(({ id, stage, status }) => [id, stage, status])).toEqual([
    ['c', 0, 'PENDING'],
    ['new', 1, 'PENDING'],
    ['a', 1, 'DONE'],
  ]);
  expect(session.currentStageIndex).toBe(0);
  expect(session.usage.costUsd).toBe(1);
});

test('ids that every object has are ids like any other', () => {
  const session = fold(started([['__proto__', 'constructor']]), start('__proto__'), finish('constructor'));
  expect([...session.tasks.values()].map(({ id, status }) => [id, status])).toEqual([
    ['__proto__', 'RUNNING'],
    ['constructor', 'DONE'],
  ]);
});

test('a stored state goes on like the one it was stored from', () => {
  const bodies = [start('a'), finish('a')];
  const restored = restoreState(fold(begin, ...bodies));
  expect(restored.openTasks).toEqual([1, 0, 1]);
  expect(restored.session).toEqual(fold(begin, ...bodies));
});

describe('an event that cannot have happened is refused with a code', () => {
  test.each<[string, SessionEventBody[], string, string]>([
    ['unknown task', [begin, start('z')], 'unknown-task', 'the session has no task "z"'],
    ['unknown task of a resume', [begin, resume('a', 'z')], 'unknown-task', 'the session has no task "z"'],
    ['inherited name', [begin, start('toString')], 'unknown-task', 'the session has no task "toString"'],
    ['no beginning', [start('a')], 'not-started', '"task.started" comes before "session.started"'],
    ['second beginning', [begin, begin], 'already-started', 'the session has started before'],
    ['unknown type', [begin, { type: 'task.flew', ...A } as never], 'unknown-event', 'there is no event "task.flew"'],
    ['unknown kind', [begin, { type: 'moon.rose' } as never], 'unknown-event', 'there is no event "moon.rose"'],
  ])('%s', (_, bodies, code, message) => {
    expect(() => fold(...bodies)).toThrow(expect.objectContaining({ name: 'EventError', code, message }));
  });
});

function task(...bodies: SessionEventBody[]): TaskRecord {
  return fold(begin, ...bodies).tasks.get('a') as TaskRecord;
}

function pendingTask(id: string, stage: number): TaskRecord {
  const facts = { id, name: id, type: 'prompt', stage };
  return { ...facts, status: 'PENDING', attempt: 0, startedAt: null, finishedAt: null, exitCode: null, output: null };
}

function retried(): SessionEventBody {
  return { type: 'task.retried', ...A, attempt: 1, delayMs: 10, reason: 'transport', message: 'lost' };
}
