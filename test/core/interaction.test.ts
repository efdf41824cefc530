import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, stages, story } from './bench.js';
import { LibraryBench } from './library-bench.js';
import { gone } from './processes.js';

const interactive = { executionMode: 'interactive' };

describe('Interaction Handling', () => {
  test('Interaction Needed: WHEN the adapter signals one THEN the task waits for the user and the event has the question; input ends it', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('talk', interactive);
    const listening = await bench.start(stages([agent.task]));
    const running = listening.orchestrator.run();
    const talking = await agent.nextLaunch();
    await talking.ask('May I delete the file?');
    expect(await listening.heard('task.waiting', 'talk')).toMatchObject({
      v: 1,
      sessionId: 's1',
      taskId: 'talk',
      question: 'May I delete the file?',
      kind: 'terminal',
    });
    expect(listening.orchestrator.session.tasks.get('talk')).toMatchObject({
      status: 'WAITING_FOR_USER',
      question: 'May I delete the file?',
    });
    listening.orchestrator.send('talk', 'yes\r');
    expect(listening.status('talk')).toBe('RUNNING');
    expect(await talking.received()).toBe('yes');
    await talking.exit(0);
    await running;
    const about = listening.events.filter(({ type }) => /waiting|input-sent|continued|finished/.test(type));
    expect(about.map(({ type }) => type)).toEqual([
      'task.waiting',
      'task.input-sent',
      'task.finished',
      'session.finished',
    ]);
  });

  test('Interaction Needed: WHEN the screen moves on by itself THEN the task runs again', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('talk', interactive);
    const listening = await bench.start(stages([agent.task]));
    const running = listening.orchestrator.run();
    const talking = await agent.nextLaunch();
    await talking.ask('Shall I?');
    await listening.heard('task.waiting', 'talk');
    await talking.print('\nNever mind, I found it.');
    await listening.heard('task.continued', 'talk');
    expect(listening.status('talk')).toBe('RUNNING');
    await talking.exit(0);
    await running;
  });

  test('Interaction Needed: WHEN it happens under the CLI THEN the question is shown', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk', interactive);
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const talking = await agent.nextLaunch();
    await talking.ask('May I?');
    await run.waitFor(({ stderr }) => /talk +waiting +May I\?\n/.test(stderr));
    await talking.exit(0);
    expect((await run.exited).code).toBe(0);
  });
});

describe('Task Completion', () => {
  test.each([0, 1, 130])(
    'Exit-Based Completion: WHEN an interactive process exits with %i THEN the task is DONE and the code is kept',
    async (code) => {
      await using bench = await Bench.create();
      const agent = bench.agent('talk', interactive);
      await bench.write(stages([agent.task]));
      const run = bench.run();
      await (await agent.nextLaunch()).exit(code);
      const result = await bench.resultOf(run);
      expect([result.code, result.session.status, result.session.tasks[0]]).toMatchObject([
        0,
        'DONE',
        { status: 'DONE', exitCode: code },
      ]);
    },
  );

  test.each([
    [0, 'DONE', 0],
    [1, 'FAILED', 1],
    [130, 'FAILED', 1],
  ])(
    'Exit-Based Completion: WHEN a headless process exits with %i THEN the task is %s and agentflow exits with %i',
    async (code, status, exitCode) => {
      await using bench = await Bench.create();
      const agent = bench.agent('work');
      await bench.write(stages([agent.task]));
      const run = bench.run();
      await (await agent.nextLaunch()).exit(code);
      const result = await bench.resultOf(run);
      expect([result.code, result.session.status, result.session.tasks[0]]).toMatchObject([
        exitCode,
        status,
        { status, exitCode: code },
      ]);
    },
  );

  test('Exit-Based Completion: WHEN a headless process exits with 0 after an error THEN the task is FAILED with its reason', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const working = await agent.nextLaunch();
    await working.run(fake.errorEvent('no credit left'));
    await working.exit(0);
    const { code, session } = await bench.resultOf(run);
    expect([code, session.tasks[0]?.failure]).toEqual([
      1,
      { reason: 'agent-error', message: 'The demo agent failed: no credit left' },
    ]);
  });

  test('Manual Completion: WHEN completeTask is called for an active interactive task THEN its processes are stopped, it is DONE and the next stage starts', async () => {
    await using bench = await LibraryBench.create();
    const [talk, after] = [bench.agent('talk', interactive), bench.agent('after')];
    const listening = await bench.start(stages([talk.task], [after.task]));
    const running = listening.orchestrator.run();
    const talking = await talk.nextLaunch();
    await talking.run(fake.spawnChild());
    listening.orchestrator.completeTask('talk');
    expect(await listening.heard('task.finished', 'talk')).toMatchObject({ status: 'DONE' });
    for (const pid of [talking.pid, ...talking.children]) expect(await gone(pid)).toBe(true);
    await (await after.nextLaunch()).exit(0);
    expect((await running).status).toBe('DONE');
    expect(story(listening.events)).toEqual([
      'started talk',
      'finished talk DONE',
      'started after',
      'finished after DONE',
    ]);
  });

  test('Manual Completion: WHEN a task is completed THEN its output is what stood on its screen, for the tasks after it', async () => {
    await using bench = await LibraryBench.create();
    const [talk, after] = [bench.agent('talk', interactive), bench.agent('after', { prompt: 'So: $talk.output' })];
    const listening = await bench.start(stages([talk.task], [after.task]));
    const running = listening.orchestrator.run();
    const talking = await talk.nextLaunch();
    await talking.ask('Blue or green?');
    await listening.heard('task.waiting', 'talk');
    listening.orchestrator.completeTask('talk');
    const working = await after.nextLaunch();
    expect(working.prompt).toMatch(/^So: [\s\S]*\? Blue or green\?\n>/);
    await working.exit(0);
    await running;
  });

  test('Manual Completion: WHEN a task of a stage is completed THEN the next stage still waits for the others', async () => {
    await using bench = await LibraryBench.create();
    const [talk, work, after] = [bench.agent('talk', interactive), bench.agent('work'), bench.agent('after')];
    const listening = await bench.start(stages([talk.task, work.task], [after.task]));
    const running = listening.orchestrator.run();
    const [working] = await Promise.all([work.nextLaunch(), talk.nextLaunch()]);
    listening.orchestrator.completeTask('talk');
    await listening.heard('task.finished', 'talk');
    expect([after.launches, listening.status('after')]).toEqual([0, 'PENDING']);
    await working.exit(0);
    await (await after.nextLaunch()).exit(0);
    expect((await running).status).toBe('DONE');
  });

  test('Invalid Manual Completion: WHEN completeTask is called from a listener that hears the end of the task THEN it throws', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('talk', interactive);
    const { orchestrator } = await bench.start(stages([agent.task]));
    const thrown: unknown[] = [];
    orchestrator.onEvent((event) => {
      if (event.type === 'task.finished') thrown.push(messageOf(() => orchestrator.completeTask('talk')));
    });
    const running = orchestrator.run();
    await (await agent.nextLaunch()).exit(0);
    await running;
    expect(thrown).toEqual(['Task "talk" is not active: it is DONE.']);
  });

  test('Invalid Manual Completion: WHEN the task is unknown, not active, over or headless THEN completeTask throws and nothing changes', async () => {
    await using bench = await LibraryBench.create();
    const [talk, work, after] = [bench.agent('talk', interactive), bench.agent('work'), bench.agent('after')];
    const listening = await bench.start(stages([talk.task, work.task], [after.task]));
    const { orchestrator } = listening;
    const running = orchestrator.run();
    const [talking, working] = await Promise.all([talk.nextLaunch(), work.nextLaunch()]);
    await talking.exit(0);
    await listening.heard('task.finished', 'talk');
    expect(() => orchestrator.completeTask('nobody')).toThrow('There is no task "nobody" in this session.');
    expect(() => orchestrator.completeTask('talk')).toThrow('Task "talk" is not active: it is DONE.');
    expect(() => orchestrator.completeTask('after')).toThrow('Task "after" is not active: it is PENDING.');
    expect(() => orchestrator.completeTask('work')).toThrow(
      'Task "work" is not interactive: it is done when its process is.',
    );
    expect(listening.status('work')).toBe('RUNNING');
    await working.exit(0);
    await (await after.nextLaunch()).exit(0);
    expect((await running).status).toBe('DONE');
    expect(() => orchestrator.completeTask('after')).toThrow('Task "after" is not active: it is DONE.');
  });
});

function messageOf(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
