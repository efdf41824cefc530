import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, stages, statuses, story, taskOf } from './bench.js';
import { gone } from './processes.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));

describe('time limits', () => {
  test('WHEN a task takes longer than its timeout THEN it is FAILED and nothing of its process tree is left', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('slow', { timeout: 1500 });
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const slow = await agent.nextLaunch();
    await slow.run(fake.spawnChild(), fake.spawnChild({ ownSession: true }));
    const { code, session } = await bench.resultOf(run);
    expect([code, session.tasks[0]]).toMatchObject([
      1,
      { status: 'FAILED', failure: { reason: 'timed-out', message: 'Timed out after 1500 ms.' } },
    ]);
    expect(slow.children.length).toBe(2);
    for (const pid of [slow.pid, ...slow.children]) expect(await gone(pid)).toBe(true);
  });

  test('WHEN a task ignores the polite signal THEN it is forced to end', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('stubborn', { timeout: 1500 });
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const stubborn = await agent.nextLaunch();
    await stubborn.run(fake.ignoreSignals());
    expect(await stubborn.signalled()).toBe('SIGTERM');
    const { code, session } = await bench.resultOf(run);
    expect([code, taskOf(session, 'stubborn').failure?.reason, await gone(stubborn.pid)]).toEqual([
      1,
      'timed-out',
      true,
    ]);
  });

  test('WHEN a task prints nothing for its idle_timeout THEN it is FAILED; WHEN it goes on printing THEN not', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(
      nodes(
        { id: 'idle', bash: 'echo once; sleep 1000 & wait', idle_timeout: 1000 },
        { id: 'busy', bash: 'for i in 1 2 3 4 5 6 7; do echo $i; sleep 0.2; done', idle_timeout: 1000 },
      ),
    );
    expect([code, statuses(session)]).toEqual([1, 'idle FAILED, busy DONE']);
    expect(taskOf(session, 'idle').failure).toEqual({
      reason: 'idle-timed-out',
      message: 'Timed out: no output for 1000 ms.',
    });
    expect(await readFile(bench.file('logs', 'idle.1.log'), 'utf8')).toBe('once\n');
  });

  test('WHEN the session takes longer than its timeout THEN its tasks are stopped and it is FAILED saying so', async () => {
    await using bench = await Bench.create();
    const [slow, after] = [bench.agent('slow'), bench.agent('after')];
    await bench.write({ ...stages([slow.task], [after.task]), timeout: 1500 });
    const run = bench.run();
    const launch = await slow.nextLaunch();
    const { code, session } = await bench.resultOf(run);
    expect([code, session.status, session.reason, statuses(session), await gone(launch.pid)]).toEqual([
      1,
      'FAILED',
      'The session timed out after 1500 ms.',
      'slow CANCELLED, after PENDING',
      true,
    ]);
  });
});

describe('what a failure does to the rest', () => {
  const flow = (bench: Bench) => {
    const [bad, other] = [bench.agent('bad'), bench.agent('other')];
    return { bad, other, workflow: nodes(bad.task, other.task, { id: 'late', bash: 'true', depends_on: ['other'] }) };
  };

  test.each<[string, object, string[]]>([
    ['fail_fast: true', { fail_fast: true }, []],
    ['--on-failure kill', {}, ['--on-failure', 'kill']],
  ])('WHEN %s THEN running tasks are stopped at the first failure', async (_title, fields, args) => {
    await using bench = await Bench.create();
    const { bad, other, workflow } = flow(bench);
    await bench.write({ ...workflow, ...fields });
    const run = bench.run(args);
    const [failing, running] = await Promise.all([bad.nextLaunch(), other.nextLaunch()]);
    await failing.exit(1);
    const { code, session } = await bench.resultOf(run);
    expect([code, session.status, session.reason, statuses(session), await gone(running.pid)]).toEqual([
      1,
      'FAILED',
      'Task "bad" failed.',
      'bad FAILED, other CANCELLED, late PENDING',
      true,
    ]);
    expect(taskOf(session, 'other').failure).toEqual({ reason: 'cancelled', message: 'Task "bad" failed.' });
  });

  test.each([
    ['no-new', 'bad FAILED, other DONE, late PENDING'],
    ['continue', 'bad FAILED, other DONE, late DONE'],
  ])('WHEN --on-failure %s THEN running tasks finish: %s', async (policy, expected) => {
    await using bench = await Bench.create();
    const { bad, other, workflow } = flow(bench);
    await bench.write(workflow);
    const run = bench.run(['--on-failure', policy]);
    const [failing, running] = await Promise.all([bad.nextLaunch(), other.nextLaunch()]);
    await failing.exit(1);
    await run.waitFor(({ stderr }) => /bad +failed/.test(stderr));
    await running.exit(0);
    const { code, session } = await bench.resultOf(run);
    expect([code, session.status, statuses(session)]).toEqual([1, 'FAILED', expected]);
  });
});

describe('budget_usd', () => {
  const spender = (id: string, usd: number, after: string[] = []) => ({
    ...scripted(id, `say ok; usage 10 5 ${usd}`),
    depends_on: after,
  });

  test('WHEN the known cost reaches it THEN no new agent starts and the session is FAILED saying so', async () => {
    await using bench = await Bench.create();
    const workflow = nodes(spender('one', 0.25), spender('two', 0.25, ['one']), spender('three', 0.25, ['two']));
    const { code, session } = await bench.finish({ ...workflow, budget_usd: 0.5 });
    expect([code, session.status, session.reason, statuses(session), session.usage]).toEqual([
      1,
      'FAILED',
      'The budget of 0.5 USD is spent (0.5000 USD so far); "three" was not started.',
      'one DONE, two DONE, three PENDING',
      { inputTokens: 20, outputTokens: 10, costUsd: 0.5 },
    ]);
    expect(story(await bench.journal()).at(-1)).toBe('finished two DONE');
  });

  test('WHEN the agent that would come next is skipped by its condition THEN the budget is no reason to fail', async () => {
    await using bench = await Bench.create();
    const skipped = { ...spender('two', 0.3, ['one']), when: "$one.output == 'no'" };
    const workflow = nodes(spender('one', 0.6), skipped, { id: 'three', depends_on: ['one'], bash: 'true' });
    const { code, session } = await bench.finish({ ...workflow, budget_usd: 0.5 });
    expect([code, statuses(session)]).toEqual([0, 'one DONE, two SKIPPED, three DONE']);
  });

  test.each([
    {
      what: 'a loop',
      node: { loop: { prompt: 'fake: usage 1 1 0.3; say more', until: 'END', max_iterations: 5 } },
      attempt: 1,
    },
    {
      what: 'a retry',
      node: { prompt: 'fake: usage 1 1 0.3; exit 1', retry: { max_attempts: 5, delay_ms: 1 } },
      attempt: 3,
    },
  ])('WHEN $what of one task spends it THEN its agent is not started again', async ({ node, attempt }) => {
    await using bench = await Bench.create();
    const spends = { id: 'spends', adapter: 'demo', ...node };
    const { code, session } = await bench.finish({ ...nodes(spends), budget_usd: 0.5 });
    const message = 'The budget of 0.5 USD is spent (0.6000 USD so far); the agent was not started.';
    expect([code, session.usage.costUsd, session.tasks[0]]).toMatchObject([
      1,
      0.6,
      { status: 'FAILED', attempt, failure: { reason: 'limit-reached', message } },
    ]);
  });

  test('WHEN the cost stays below it THEN the session is DONE', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish({
      ...nodes(spender('one', 0.3), spender('two', 0.1, ['one'])),
      budget_usd: 0.5,
    });
    expect([code, session.usage.costUsd]).toEqual([0, 0.4]);
  });

  test('WHEN the cost of a task is not known THEN it is said once that the budget cannot count it', async () => {
    await using bench = await Bench.create();
    const untold = (id: string, after: string) => scripted(id, 'say ok; usage 10 5', { depends_on: [after] });
    const workflow = nodes(spender('one', 0.3), untold('two', 'one'), untold('three', 'two'));
    const { code, session } = await bench.finish({ ...workflow, budget_usd: 0.5 });
    const warned = (await bench.journal()).flatMap((event) =>
      event.type === 'session.warned' ? [[event.code, event.taskId, event.message]] : [],
    );
    expect([code, session.usage.costUsd, session.unknownUsage, warned]).toEqual([
      0,
      0.3,
      { tokens: 0, cost: 2 },
      [['cost-unknown', 'two', 'What "two" cost is not known: the budget of 0.5 USD counts only what agents tell.']],
    ]);
  });

  test('WHEN no cost is known THEN it is null, not 0', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish({ ...nodes({ id: 'plain', bash: 'true' }), budget_usd: 0.5 });
    expect([code, session.usage]).toEqual([0, { inputTokens: null, outputTokens: null, costUsd: null }]);
  });
});

describe('usage that is not known in full', () => {
  test('WHEN one task tells its cost and another does not THEN the sum is shown as the least it can be', async () => {
    await using bench = await Bench.create();
    const workflow = nodes(scripted('told', 'say a; usage 10 5 0.25'), scripted('untold', 'say b; usage 80 13'));
    const { code, stderr, session } = await bench.finish(workflow);
    expect([code, stderr.trimEnd().split('\n').at(-1), session.unknownUsage]).toEqual([
      0,
      '✓ flow done  2 done · 0 ms · 108 tokens · ≥ $0.25',
      { tokens: 0, cost: 1 },
    ]);
    const status = await bench.rig.run('status s1 --all');
    expect(status.stdout).toContain('cost      108 tokens · ≥ $0.25\n');
    expect(JSON.parse((await bench.rig.run('status s1 --json')).stdout)).toMatchObject({
      usage: { costUsd: 0.25 },
      unknownUsage: { tokens: 0, cost: 1 },
    });
    expect((await bench.rig.run('sessions')).stdout).toMatch(/ ≥ \$0\.25\n/);
    expect(JSON.parse((await bench.rig.run('sessions --json')).stdout).sessions).toMatchObject([
      { costUsd: 0.25, unknownCosts: 1 },
    ]);
  });

  test('WHEN an attempt was ended before it told THEN its task shows the least it can be', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('twice', { retry: { max_attempts: 2, delay_ms: 1 } });
    await bench.write(stages([agent.task]));
    const run = bench.run();
    await (await agent.nextLaunch()).exit(1);
    const second = await agent.nextLaunch();
    await second.run(fake.say('ok'), fake.usage(10, 5, 0.25));
    await second.exit(0);
    const { code, stderr } = await bench.resultOf(run);
    expect([code, /twice +done +(.*)/.exec(stderr)?.[1]]).toEqual([0, '0 ms · ≥ 15 tokens · ≥ $0.25']);
    expect((await bench.rig.run('status s1')).stdout).toContain('2 attempts · ≥ 15 tokens · ≥ $0.25');
  });

  test.each([
    ['Ctrl-C', 'SIGINT', 130],
    ['kill -9', 'SIGKILL', null],
  ] as const)(
    'WHEN %s ends claude at work THEN what it had read is known, and that this is not all',
    async (_how, signal, code) => {
      await using bench = await Bench.create();
      await bench.agents.install('claude', bench.rig.bin);
      const prompt = 'fake: usage 100 9 0.2; say One.; usage 120 30 0.25; say Two.; sleep 1000000';
      await bench.write(
        nodes({ id: 'ask', adapter: 'claude', prompt, env: { AGENTFLOW_FAKE_HOME: bench.agents.home } }),
      );
      const run = bench.run(['--json']);
      await run.waitFor(({ stdout }) => stdout.includes('"inputTokens":120'));
      run.kill(signal);
      expect((await run.exited).code).toBe(code);
      const { usage, unknownUsage } = await bench.view();
      expect([usage, unknownUsage]).toEqual([
        { inputTokens: 120, outputTokens: null, costUsd: null },
        { tokens: 1, cost: 1 },
      ]);
      expect((await bench.rig.run('status s1')).stdout).toContain('cost      ≥ 120 tokens\n');
    },
  );
});

describe('few open files', () => {
  const under = (bench: Bench, limit: string) => {
    const run = `${limit}; exec "$0" "$1" run flow.yaml --session-id s1 --concurrency 200`;
    return bench.rig.spawn('bash', ['-c', run, process.execPath, BIN]);
  };

  test('WHEN the system has no room for all tasks at once THEN they wait, and none has failed or used up an attempt', async () => {
    await using bench = await Bench.create();
    const bash = (number: number) => ({ id: `b${number}`, bash: 'echo begin; sleep 0.2; echo end' });
    const agent = (number: number) => scripted(`a${number}`, 'say hello; exit 0', { executionMode: 'interactive' });
    const twice = { prompt: 'fake: say more; exit 0', until_bash: 'test $LOOP_ITERATION = 2', max_iterations: 2 };
    const loop = (number: number) => ({ id: `l${number}`, adapter: 'demo', loop: twice });
    const many = Array.from({ length: 30 }, (_, number) => [bash(number), bash(100 + number), loop(number)]).flat();
    await bench.write(nodes(...many, ...Array.from({ length: 5 }, (_, number) => agent(number))));
    const { code, session } = await bench.resultOf(under(bench, 'ulimit -n 128'));
    const ends = new Set(session.tasks.map(({ status, attempt }) => `${status} ${attempt}`));
    expect([code, session.tasks.length, [...ends]]).toEqual([0, 95, ['DONE 1']]);
  });

  test('WHEN a task waits for room THEN its time has not begun', async () => {
    await using bench = await Bench.create();
    const waits = { id: 'waits', bash: 'true', timeout: 2000, idle_timeout: 2000 };
    await bench.write(nodes({ id: 'holds', bash: 'sleep 2.5' }, waits));
    const { code, session } = await bench.resultOf(under(bench, 'ulimit -n 64'));
    expect([code, statuses(session)]).toEqual([0, 'holds DONE, waits DONE']);
  });

  test('WHEN the session is cancelled THEN what waits for room is never started', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'holds', bash: 'sleep 1000' }, { id: 'waits', bash: 'true' }));
    const run = under(bench, 'ulimit -n 64');
    await run.waitFor(({ stderr }) => /waits +started/.test(stderr));
    expect((await bench.rig.run('cancel s1')).code).toBe(0);
    const { session } = await bench.resultOf(run);
    const launched = (await bench.journal()).flatMap((event) => (event.type === 'task.launched' ? [event.taskId] : []));
    expect([statuses(session), launched]).toEqual(['holds CANCELLED, waits CANCELLED', ['holds']]);
  });
});
