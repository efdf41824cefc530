import { readFile } from 'node:fs/promises';
import { SessionManager } from '@agentflow/core';
import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, stages, statuses, story } from './bench.js';
import { LibraryBench } from './library-bench.js';

describe('Session Context', () => {
  test('Goal Persistence: WHEN a workflow is started with a goal THEN it is stored and every task can use it, also after a resume', async () => {
    await using bench = await Bench.create();
    const prompt = 'Work for: $GOAL';
    const [one, two] = [bench.agent('one', { prompt }), bench.agent('two', { prompt })];
    await bench.write({ ...stages([one.task], [two.task]), goal: 'the goal of the file' });
    const run = bench.run(['--goal', 'Ship it']);
    const first = await one.nextLaunch();
    expect([first.prompt, first.env.GOAL]).toEqual(['Work for: Ship it', 'Ship it']);
    await first.exit(0);
    await (await two.nextLaunch()).exit(1);
    expect((await bench.resultOf(run)).session.goal).toBe('Ship it');
    const resumed = bench.rig.agentflow('resume s1');
    const again = await two.nextLaunch();
    expect(again.prompt).toBe('Work for: Ship it');
    await again.exit(0);
    expect((await resumed.exited).code).toBe(0);
  });

  test('Goal Persistence: WHEN no goal is given THEN it is the one of the file', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('one', { prompt: '$GOAL' });
    await bench.write({ ...stages([agent.task]), goal: 'the goal of the file' });
    const run = bench.run();
    const launch = await agent.nextLaunch();
    expect(launch.prompt).toBe('the goal of the file');
    await launch.exit(0);
    expect((await bench.resultOf(run)).session.goal).toBe('the goal of the file');
  });

  test('History and Logs: WHEN inputs are sent and outputs received THEN the session has the history and the bytes', async () => {
    await using bench = await LibraryBench.create();
    const agent = bench.agent('talk', { executionMode: 'interactive', prompt: 'Begin.' });
    const { orchestrator } = await bench.start(stages([agent.task]));
    const running = orchestrator.run();
    const talking = await agent.nextLaunch();
    await talking.run(fake.write('\x1b[31mred\x1b[0m\n'));
    orchestrator.send('talk', 'go on\r');
    expect(await talking.received()).toBe('go on');
    await talking.exit(0);
    await running;
    const { history } = await SessionManager.read(bench.store, 's1');
    expect(history().map(({ taskId, kind, text }) => [taskId, kind, text])).toEqual([
      ['talk', 'prompt', 'Begin.'],
      ['talk', 'input', 'go on\r'],
    ]);
    // Exactly what the terminal gave, its echo of what was typed included.
    const log = await readFile(bench.file('logs', 'talk.1.log'), 'utf8');
    expect(log.replace(/\r\n|\n/g, '¶')).toBe('\x1b[31mred\x1b[0m¶go on¶');
  });
});

describe('Session Persistence', () => {
  test('Checkpoint Saving: WHEN the state changes THEN session.json has the stage and every status', async () => {
    await using bench = await Bench.create();
    const [one, two, three] = [bench.agent('one'), bench.agent('two'), bench.agent('three')];
    await bench.write(stages([one.task, two.task], [three.task]));
    const run = bench.run();
    const stored = async () => {
      const session = await bench.session();
      return `${session.currentStageIndex}: ${statuses(session)}, ${session.status}`;
    };
    const launches = await Promise.all([one.nextLaunch(), two.nextLaunch()]);
    await expect.poll(stored).toBe('0: one RUNNING, two RUNNING, three PENDING, RUNNING');
    await launches[0].exit(0);
    await expect.poll(stored).toBe('0: one DONE, two RUNNING, three PENDING, RUNNING');
    await launches[1].exit(0);
    const last = await three.nextLaunch();
    await expect.poll(stored).toBe('1: one DONE, two DONE, three RUNNING, RUNNING');
    await last.exit(0);
    await run.exited;
    expect(await stored()).toBe('2: one DONE, two DONE, three DONE, DONE');
  });

  test('Checkpoint Saving: WHEN session.json is read at any moment THEN it is whole JSON', async () => {
    await using bench = await Bench.create();
    const chain = Array.from({ length: 20 }, (_, index) => ({
      id: `t${index}`,
      bash: 'true',
      depends_on: index === 0 ? [] : [`t${index - 1}`],
    }));
    await bench.write(nodes(...chain));
    const run = bench.run();
    let isOver = false;
    void run.exited.then(() => {
      isOver = true;
    });
    const seen = new Set<string>();
    while (!isOver) {
      const text = await readFile(bench.file('session.json'), 'utf8').catch(() => null);
      if (text !== null) seen.add((JSON.parse(text) as { id: string }).id);
    }
    expect((await run.exited).code).toBe(0);
    expect([...seen]).toEqual(['s1']);
    expect((await bench.session()).currentStageIndex).toBe(20);
  });

  test('Resume Capability: WHEN its first stage fails THEN currentStageIndex is that stage, where a resume goes on', async () => {
    await using bench = await Bench.create();
    const { session } = await bench.finish(stages([scripted('first', 'exit 1')], [scripted('second', 'say two')]));
    await bench.resume();
    expect([session.status, session.currentStageIndex, (await bench.view()).currentStageIndex]).toEqual([
      'FAILED',
      0,
      0,
    ]);
    const run = ['started first', 'finished first FAILED', 'skipped second'];
    expect(story(await bench.journal())).toEqual([...run, ...run]);
  });

  test('Resume Capability: WHEN it is interrupted THEN currentStageIndex is the stage it was in', async () => {
    await using bench = await Bench.create();
    const [first, second, third] = [bench.agent('first'), bench.agent('second'), bench.agent('third')];
    await bench.write(stages([first.task], [second.task], [third.task]));
    const run = bench.run();
    (await first.nextLaunch()).exit(0);
    await second.nextLaunch();
    run.kill('SIGINT');
    const { session } = await bench.resultOf(run);
    expect([session.status, session.currentStageIndex, (await bench.view()).currentStageIndex]).toEqual([
      'INTERRUPTED',
      1,
      1,
    ]);
  });

  test('Resume Capability: WHEN a killed session is resumed THEN it has the same id and goes on at its stage', async () => {
    await using bench = await Bench.create();
    const [one, two, three] = [bench.agent('one'), bench.agent('two'), bench.agent('three')];
    await bench.write(stages([one.task], [two.task], [three.task]));
    const killed = bench.run();
    await (await one.nextLaunch()).exit(0);
    const orphan = await two.nextLaunch();
    killed.kill('SIGKILL');
    await killed.exited;
    // The reaper ends what a killed session left running.
    await orphan.closed;
    expect(await bench.view()).toMatchObject({ id: 's1', currentStageIndex: 1 });
    const resumed = bench.rig.agentflow('resume s1');
    await (await two.nextLaunch()).exit(0);
    await (await three.nextLaunch()).exit(0);
    const { code, session } = await bench.resultOf(resumed);
    expect([code, session.id, session.status, session.currentStageIndex]).toEqual([0, 's1', 'DONE', 3]);
    expect([one.launches, two.launches, three.launches]).toEqual([1, 2, 1]);
    expect(story(await bench.journal())).toEqual([
      'started one',
      'finished one DONE',
      'started two',
      'started two',
      'finished two DONE',
      'started three',
      'finished three DONE',
    ]);
  });
});
