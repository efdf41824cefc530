import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSessionStore, PLAIN, type SessionEventBody, SessionManager } from '@agentflow/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionReport } from './session-report.js';

const NOW = new Date('2020-06-01T12:10:00.000Z');
let root = '';
let store: FileSessionStore;

beforeEach(async () => {
  vi.stubEnv('TZ', 'UTC');
  root = await mkdtemp(join(tmpdir(), 'agentflow-sessions-'));
  store = new FileSessionStore({ root });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true });
});

const layout = (width = 80) => ({ now: NOW, width, paint: PLAIN, all: false, folder: process.cwd() });
const started = (stages: Record<string, readonly string[]>, goal: string | null = null): SessionEventBody => ({
  type: 'session.started',
  workflow: { name: 'Release', file: '/p/release.yaml', digest: 'd', kind: 'stages' },
  goal,
  arguments: '',
  inputs: {},
  cwd: '/p',
  stages: Object.entries(stages).map(([name, taskIds]) => ({ name, taskIds })),
  tasks: Object.values(stages).flatMap((ids, stage) => ids.map((id) => ({ id, name: id, type: 'bash', stage }))),
});
const start = (taskId: string, attempt = 1): SessionEventBody => ({ type: 'task.started', taskId, attempt });
const finish = (taskId: string, rest: object = {}): SessionEventBody =>
  ({
    type: 'task.finished',
    taskId,
    attempt: 1,
    status: 'DONE',
    exitCode: 0,
    output: null,
    ...rest,
  }) as SessionEventBody;

/** A stored session of these events, ten seconds apart. */
async function session(id: string, ...[first, ...events]: SessionEventBody[]) {
  let time = Date.parse('2020-06-01T12:00:00.000Z') - 10_000;
  const clock = () => {
    time += 10_000;
    return new Date(time);
  };
  const fresh = {
    id,
    workflowText: 'name: x\n',
    started: first as Extract<SessionEventBody, { type: 'session.started' }>,
  };
  const manager = await SessionManager.create(store, fresh, { clock });
  for (const event of events) manager.record(event);
  await manager.close();
  return SessionManager.read(store, id);
}

const failure = { reason: 'exit-code', message: 'Exit code 2.\nsee the log \x1b[2J', hint: 'Fix it.' };
const failed = () =>
  session(
    'failed',
    started({ plan: ['plan'], build: ['api', 'web'], ship: ['ship', 'tell'] }, 'Ship it'),
    start('plan'),
    {
      type: 'task.reported',
      taskId: 'plan',
      attempt: 1,
      event: { type: 'usage', inputTokens: 1200, outputTokens: 34, costUsd: 0.5, counts: 'total' },
    } as SessionEventBody,
    finish('plan'),
    start('api'),
    { type: 'task.retried', taskId: 'api', attempt: 1, delayMs: 2000, reason: 'timed-out', message: 'Too slow.' },
    start('api', 2),
    {
      type: 'task.skipped',
      taskId: 'web',
      because: { kind: 'when', expression: "$plan.output == 'web'", values: { '$plan.output': 'api' } },
    },
    finish('api', { attempt: 2, status: 'FAILED', exitCode: 2, failure }),
    {
      type: 'task.skipped',
      taskId: 'ship',
      because: { kind: 'trigger-rule', rule: 'all_success', dependencies: { api: 'FAILED' } },
    },
    { type: 'session.finished', status: 'FAILED', reason: 'Task "api" failed.' },
  );

test('WHEN a session failed THEN its report says what, why and what to type next', async () => {
  expect(sessionReport(await failed(), layout())).toMatchInlineSnapshot(`
    "✗ Release  FAILED
      session   failed
      goal      Ship it
      reason    Task "api" failed.
      started   2020-06-01 12:00:00 (10 min ago)
      took      1 min 40 s
      cost      1,234 tokens · $0.50

    plan  1 done
    ✓ plan  done       20.0 s · 1,234 tokens · $0.50
    build  1 failed, 1 skipped
    ✗ api   failed     20.0 s · 2 attempts · exit code 2
        Exit code 2.
        see the log
        hint: Fix it.
    – web   skipped
        when $plan.output == 'web' is false ($plan.output is "api")
    ship  1 skipped, 1 pending
    – ship  skipped
        all_success: api is FAILED
    ○ tell  pending

    Next:
      agentflow logs failed api  # what api printed
      agentflow resume failed    # try again what is not done"
  `);
});

test('WHEN the terminal has 20 columns THEN everything but ids and commands fits', async () => {
  const report = sessionReport(await failed(), layout(20));
  expect(report).toMatchInlineSnapshot(`
    "✗ Release  FAILED
      session: failed
      goal: Ship it
      reason: Task "api"
        failed.
      started:
        2020-06-01
        12:00:00 (10 min
        ago)
      took: 1 min 40 s
      cost: 1,234 tokens
        · $0.50

    plan  1 done
    ✓ plan done 20.0 s ·
        1,234 tokens ·
        $0.50
    build 1 failed, 1
      skipped
    ✗ api failed 20.0 s
        · 2 attempts ·
        exit code 2
        Exit code 2.
        see the log
        hint: Fix it.
    – web   skipped
        when
        $plan.output ==
        'web' is false
        ($plan.output is
        "api")
    ship 1 skipped, 1
      pending
    – ship  skipped
        all_success: api
        is FAILED
    ○ tell  pending

    Next:
      agentflow logs failed api
      agentflow resume failed"
  `);
  const tooLong = report.split('\n').filter((line) => line.length > 20 && !/agentflow/.test(line));
  expect(tooLong).toEqual([]);
});

test('WHEN a task waits THEN its question and the commands to answer are shown, for this folder or another', async () => {
  const view = await session('waits', started({ 'all of it': ['build', 'gate'] }), start('build'), start('gate'), {
    type: 'task.waiting',
    taskId: 'gate',
    question: 'Deploy to production?',
    kind: 'decision',
  });
  const live = { ...view, pid: 42, session: { ...view.session, status: 'RUNNING' as const, reason: null } };
  expect(sessionReport(live, { ...layout(), folder: '/my projects/x' })).toMatchInlineSnapshot(`
    "● Release  RUNNING
      session   waits
      started   2020-06-01 12:00:00 (10 min ago)
      so far    10 min 0 s
      process   42

    ● build  running    9 min 50 s
    ? gate   waiting    9 min 40 s
        asks: Deploy to production?

    Next:
      agentflow approve waits gate --cwd '/my projects/x'                # say yes
      agentflow reject waits gate --message TEXT --cwd '/my projects/x'  # say no"
  `);
  // Its process is gone.
  expect(sessionReport(view, layout())).toMatchInlineSnapshot(`
    "! Release  INTERRUPTED
      session   waits
      reason    The process that ran it is gone.
      started   2020-06-01 12:00:00 (10 min ago)

    ! build  cut off
    ? gate   waiting
        asks: Deploy to production?

    Next:
      agentflow resume waits  # go on where it stopped"
  `);
});

test('WHEN a session has 1,000 tasks THEN counts are shown, and what runs, waits, failed or ended last', async () => {
  const stage = (name: string) => Array.from({ length: 250 }, (_, index) => `${name}-${index + 1}`);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(stage) as [string[], string[], string[], string[]];
  const done = [...a, ...b].flatMap((id) => [start(id), finish(id)]);
  const view = await session(
    'long',
    started({ one: a, two: b, three: c, four: d }),
    ...done,
    start('c-7'),
    finish('c-7', { status: 'FAILED', exitCode: 1, failure: { reason: 'exit-code', message: 'Exit code 1.' } }),
    start('c-9'),
  );
  expect(sessionReport(view, layout())).toMatchInlineSnapshot(`
    "! Release  INTERRUPTED
      session   long
      reason    The process that ran it is gone.
      started   2020-06-01 12:00:00 (10 min ago)

    one  250 done
    two  250 done
    ✓ b-249  done       10.0 s
    ✓ b-250  done       10.0 s
    three  1 failed, 1 cut off, 248 pending
    ✗ c-7    failed     10.0 s · exit code 1
        Exit code 1.
    ! c-9    cut off
    four  250 pending
    996 tasks not shown; --all shows them.

    Next:
      agentflow resume long  # go on where it stopped"
  `);
  expect(sessionReport(view, { ...layout(), all: true }).split('\n').length).toBeGreaterThan(1000);
});
