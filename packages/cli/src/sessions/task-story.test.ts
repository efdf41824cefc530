import {
  PLAIN,
  type SessionEvent,
  type SessionEventBody,
  type TaskRecord,
  type WorkflowSession,
} from '@agentflow/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { explainTask } from './task-story.js';

beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => void vi.unstubAllEnvs());

const at = (second: number) => new Date(Date.UTC(2020, 5, 1, 12, 0, second)).toISOString();
const layout = { now: new Date(at(600)), width: 80, paint: PLAIN };

function task(id: string, rest: Partial<TaskRecord>): TaskRecord {
  const facts = { id, name: id, type: 'bash', stage: 0 };
  return {
    ...facts,
    status: 'DONE',
    attempt: 0,
    startedAt: null,
    finishedAt: null,
    exitCode: null,
    output: null,
    ...rest,
  };
}

const failure = { reason: 'exit-code' as const, message: 'Exit code 2.\nsee the log \x1b[2J', hint: 'Fix it.' };
const api = task('api', {
  name: 'The API',
  mode: 'headless',
  status: 'FAILED',
  attempt: 2,
  startedAt: at(5),
  finishedAt: at(25),
  exitCode: 2,
  failure,
});

/** The story of a task whose session is over, unless a process is told. */
function story(
  told: TaskRecord,
  bodies: SessionEventBody[] = [],
  { pid = null as number | null, log = null as string | null } = {},
) {
  const session = {
    id: '20200601-120000-abcd',
    workflow: { name: 'Release', file: null, digest: 'd', kind: 'stages' },
    stages: [{ name: 'build', taskIds: ['api', told.id] }],
    tasks: new Map([api, told].map((one) => [one.id, one])),
  } as unknown as WorkflowSession;
  const events = bodies.map(
    (body, index) => ({ v: 1, seq: index, ts: at(index), sessionId: session.id, ...body }) as SessionEvent,
  );
  return `\n${explainTask({ view: { session, pid }, task: told, events, log }, layout)}\n`;
}

test('WHEN a condition was false THEN its expression and values are told', () => {
  const because = {
    kind: 'when' as const,
    expression: "$plan.output == 'web' && $mode == 'x'",
    values: { '$plan.output': 'api\nonly', $mode: '' },
  };
  const skipped = task('web', { status: 'SKIPPED', skipped: because });
  expect(story(skipped, [{ type: 'task.skipped', taskId: 'web', because }])).toMatchInlineSnapshot(`
    "
    – web  skipped
      session   20200601-120000-abcd
      task      bash
      stage     build
      why       Its condition is false: when $plan.output == 'web' && $mode == 'x'
                $plan.output = "api\\nonly"
                $mode = ""

    What happened:
      12:00:00  skipped: when $plan.output == 'web' && $mode == 'x' is false
                ($plan.output is "api\\nonly", $mode is "")
    "
  `);
});

test('WHEN a trigger rule did not hold THEN the tasks before it are told, with their reasons', () => {
  const because = { kind: 'trigger-rule' as const, rule: 'all_success', dependencies: { api: 'FAILED' as const } };
  expect(story(task('ship', { status: 'SKIPPED', skipped: because }))).toMatchInlineSnapshot(`
    "
    – ship  skipped
      session   20200601-120000-abcd
      task      bash
      stage     build
      why       Its trigger_rule all_success does not hold:
                api is FAILED: Exit code 2. see the log
    "
  `);
});

test('WHEN a task was tried again and failed THEN every attempt is told', () => {
  const events: SessionEventBody[] = [
    { type: 'task.started', taskId: 'api', attempt: 1 },
    { type: 'task.launched', taskId: 'api', attempt: 1, pid: 77, mode: 'headless', command: 'make api' },
    { type: 'task.retried', taskId: 'api', attempt: 1, delayMs: 2000, reason: 'timed-out', message: 'Too slow.' },
    { type: 'task.started', taskId: 'api', attempt: 2 },
    { type: 'task.finished', taskId: 'api', attempt: 2, status: 'FAILED', exitCode: 2, output: null, failure },
  ];
  expect(story(api, events, { log: 'logs/api.2.log' })).toMatchInlineSnapshot(`
    "
    ✗ api  failed
      session   20200601-120000-abcd
      task      bash · headless · "The API"
      stage     build
      took      20.0 s · 2 attempts · exit code 2
      why       Exit code 2.
                see the log
                (reason: exit-code)
      hint      Fix it.
      log       logs/api.2.log

    What happened:
      12:00:00  attempt 1 started
      12:00:01  process 77: make api
      12:00:02  attempt 1 failed (timed-out): Too slow. Retry in 2.0 s.
      12:00:03  attempt 2 started
      12:00:04  attempt 2 failed with exit code 2 (exit-code): Exit code 2. see the
                log
    "
  `);
});

test('WHEN a task waits, was cut off or had no turn THEN that is told', () => {
  const question = 'Deploy?';
  const waiting = task('gate', { status: 'WAITING_FOR_USER', question, attempt: 1, startedAt: at(0) });
  const asked: SessionEventBody[] = [
    { type: 'task.waiting', taskId: 'gate', question, kind: 'decision' },
    { type: 'task.answered', taskId: 'gate', decision: 'reject', message: 'not yet' },
  ];
  expect(story(waiting, asked, { pid: 42 })).toMatchInlineSnapshot(`
    "
    ? gate  waiting
      session   20200601-120000-abcd
      task      bash
      stage     build
      took      10 min 0 s
      why       It asks: Deploy?

    What happened:
      12:00:00  asked: Deploy?
      12:00:01  rejected: not yet
    "
  `);
  expect(story(task('slow', { status: 'RUNNING', attempt: 1, startedAt: at(0) }))).toMatchInlineSnapshot(`
    "
    ! slow  cut off
      session   20200601-120000-abcd
      task      bash
      stage     build
      why       The process that ran it is gone.
    "
  `);
  expect(story(task('late', { status: 'PENDING' }))).toMatchInlineSnapshot(`
    "
    ○ late  pending
      session   20200601-120000-abcd
      task      bash
      stage     build
      why       Its turn had not come when the session ended.
    "
  `);
});
