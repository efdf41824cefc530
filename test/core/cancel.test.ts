import { existsSync } from 'node:fs';
import { askSession } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { until } from '../faults/wait.js';
import { Bench, nodes, stages, statuses, story } from './bench.js';
import { LibraryBench } from './library-bench.js';
import { gone } from './processes.js';

describe('cancel', () => {
  test('WHEN a live session is cancelled from another process THEN its tasks are stopped, it exits with 6 and keeps the reason', async () => {
    await using bench = await Bench.create();
    const [work, after] = [bench.agent('work'), bench.agent('after')];
    await bench.write(stages([work.task], [after.task]));
    const run = bench.run();
    const working = await work.nextLaunch();
    expect(await bench.rig.run(['cancel', 's1', 'wrong branch'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Session s1 is cancelled: wrong branch\n',
    });
    const { code, stdout, stderr, session } = await bench.resultOf(run);
    expect([code, stdout, session.status, session.reason, statuses(session), await gone(working.pid)]).toEqual([
      6,
      '',
      'CANCELLED',
      'wrong branch',
      'work CANCELLED, after PENDING',
      true,
    ]);
    expect(stderr).toMatchInlineSnapshot(`
      "hh:mm:ss  session  started    flow · s1
      hh:mm:ss  work     started
      hh:mm:ss  work     cancelled  wrong branch · 0 ms
      ■ flow cancelled  1 cancelled, 1 pending · 0 ms
        wrong branch
      "
    `);
  });

  test('WHEN a session that is being interrupted is cancelled THEN its tasks may still clean up, and it is CANCELLED', async () => {
    await using bench = await Bench.create();
    const cleanUp = 'trap "touch stopping; until test -e go; do sleep 0.02; done; touch cleaned; exit 0" TERM';
    await bench.write(nodes({ id: 'work', bash: `${cleanUp}; touch begun; while :; do sleep 0.02; done` }));
    const run = bench.run();
    await until('the task runs', () => existsSync(bench.rig.path('begun')));
    run.kill('SIGINT');
    await until('the task is asked to end', () => existsSync(bench.rig.path('stopping')));
    const reply = await askSession(bench.file('control.sock'), { command: 'cancel', reason: 'for good' });
    expect(reply).toEqual({ ok: true });
    await bench.rig.write({ go: '' });
    const { code, session } = await bench.resultOf(run);
    expect([code, session.status, session.reason]).toEqual([6, 'CANCELLED', 'for good']);
    expect(existsSync(bench.rig.path('cleaned'))).toBe(true);
  });

  test('WHEN a dead session is cancelled THEN it is CANCELLED with the reason', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const working = await agent.nextLaunch();
    run.kill('SIGKILL');
    await Promise.all([run.exited, working.closed]);
    expect(await bench.rig.run('cancel latest --json')).toEqual({
      code: 0,
      stdout: '{"id":"s1","status":"CANCELLED","reason":"Cancelled by the user."}\n',
      stderr: '',
    });
    const session = await bench.session();
    expect([session.status, session.reason, statuses(session)]).toEqual([
      'CANCELLED',
      'Cancelled by the user.',
      'work CANCELLED',
    ]);
  });

  test('WHEN a session is over THEN it cannot be cancelled any more', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes({ id: 'a', bash: 'true' }));
    expect(await bench.rig.run('cancel s1')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: Session s1 is DONE already.\n',
    });
  });

  test('WHEN a session was cancelled THEN it cannot be resumed', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes({ id: 'stop', cancel: 'Enough.' }));
    const before = await bench.journal();
    const { code, stdout, stderr } = await bench.rig.run('resume s1');
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: Session s1 was cancelled: Enough.\nhint: A cancelled session stays so; start a new one with agentflow run.\n',
    });
    expect(await bench.journal()).toEqual(before);
  });

  test.each(['task.started', 'task.prompted'])(
    'WHEN a session is cancelled by who hears %s THEN no process of the task is started',
    async (type) => {
      await using bench = await LibraryBench.create();
      const agent = bench.agent('work', { prompt: 'Go.' });
      const { orchestrator, events } = await bench.start(stages([agent.task]));
      orchestrator.onEvent((event) => event.type === type && orchestrator.cancel('Wrong branch.'));
      expect((await orchestrator.run()).status).toBe('CANCELLED');
      expect(story(events)).toEqual(['started work', 'finished work CANCELLED']);
      expect([events.map((event) => event.type).includes('task.launched'), agent.launches]).toEqual([false, 0]);
    },
  );

  test('WHEN an interactive task is completed before its terminal is open THEN no process of it is started', async () => {
    await using bench = await LibraryBench.create();
    const [talk, after] = [bench.agent('talk', { executionMode: 'interactive', prompt: 'Go.' }), bench.agent('after')];
    const { orchestrator, events } = await bench.start(stages([talk.task], [after.task]));
    orchestrator.onEvent((event) => {
      if (event.type === 'task.prompted' && event.taskId === 'talk') orchestrator.completeTask('talk');
    });
    const running = orchestrator.run();
    await (await after.nextLaunch()).exit(0);
    expect((await running).status).toBe('DONE');
    expect(events.flatMap((event) => (event.type === 'task.launched' ? [event.taskId] : []))).toEqual(['after']);
  });

  test('WHEN a cancel node is reached THEN running siblings are stopped and the session has its reason', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(
      nodes(
        agent.task,
        { id: 'look', bash: 'until test -e there; do sleep 0.02; done' },
        {
          id: 'stop',
          cancel: 'Nothing to do: $look.status',
          depends_on: ['look'],
        },
      ),
    );
    const run = bench.run();
    const working = await agent.nextLaunch();
    await bench.rig.write({ there: '' });
    const { code, session } = await bench.resultOf(run);
    expect([code, session.status, session.reason, await gone(working.pid)]).toEqual([
      6,
      'CANCELLED',
      'Nothing to do: DONE',
      true,
    ]);
  });
});

describe('signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'WHEN %s comes THEN the tasks are ended, the session is saved as INTERRUPTED, the exit code is %i, and it can be resumed',
    async (signal, expected) => {
      await using bench = await Bench.create();
      const agent = bench.agent('work');
      await bench.write(stages([agent.task]));
      const run = bench.run();
      const working = await agent.nextLaunch();
      run.kill(signal);
      const { code, session } = await bench.resultOf(run);
      expect([code, session.status, session.reason, statuses(session), await gone(working.pid)]).toEqual([
        expected,
        'INTERRUPTED',
        `Interrupted by ${signal}.`,
        'work CANCELLED',
        true,
      ]);
      const resumed = bench.rig.agentflow('resume s1');
      await (await agent.nextLaunch()).exit(0);
      expect((await resumed.exited).code).toBe(0);
    },
  );
});

describe('exit codes of wrong usage', () => {
  test.each<[string, string, number]>([
    ['a session that is not there', 'resume nothing', 2],
    ['a session that is not there', 'cancel nothing', 2],
    ['an id that cannot be one', 'resume ../etc', 2],
    ['an id for a new session that cannot be one', 'run flow.yaml --session-id ../etc', 2],
    ['a workflow that is not there', 'run nothing', 2],
    ['an invalid workflow', 'run bad.yaml', 3],
    ['a flag that is not there', 'run flow.yaml --nothing', 2],
    ['a limit of 0 tasks', 'run flow.yaml --concurrency 0', 2],
    ['an input without a value', 'run flow.yaml --input nothing', 2],
  ])('WHEN there is %s (%s) THEN the exit code is %i', async (_title, command, expected) => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'a', bash: 'true' }));
    await bench.rig.write({ 'bad.yaml': 'name: bad\n' });
    const { code, stdout, stderr } = await bench.rig.run(command);
    expect([code, stdout, /internal/.test(stderr)]).toEqual([expected, '', false]);
  });

  test('WHEN the id of a new session is taken THEN it is refused with a way out', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes({ id: 'a', bash: 'true' }));
    expect(await bench.rig.run('run flow.yaml --session-id s1')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: There is a session "s1" already.\nhint: Choose another id, or go on with it: agentflow resume s1\n',
    });
  });
});
