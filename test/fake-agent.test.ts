import { readFile } from 'node:fs/promises';
import { FAKE_AGENT_FILE, fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { FakeAgents } from './rig/fake-agent.js';
import { TestRig } from './rig/test-rig.js';

/** A rig and the agents of a test; a launch is started by hand here, elsewhere by the CLI. */
async function setUp() {
  const rig = await TestRig.create();
  const agents = await FakeAgents.listen(rig.home);
  return {
    rig,
    agents,
    launch: (env: Readonly<Record<string, string>>, ...args: string[]) =>
      rig.spawn(process.execPath, [FAKE_AGENT_FILE, ...args], env),
    async [Symbol.asyncDispose]() {
      await agents[Symbol.asyncDispose]();
      await rig[Symbol.asyncDispose]();
    },
  };
}

describe('an agent in the hands of a test', () => {
  test('WHEN it is launched THEN the test knows how, and says what happens', async () => {
    await using bench = await setUp();
    const plan = bench.agents.agent('plan');
    expect(plan.launches).toBe(0);
    const run = bench.launch({ ...plan.env, EXTRA: '1' }, '--headless', '--', 'Make a plan');
    const planning = await plan.nextLaunch();
    expect({ ...planning.env, argv: planning.argv }).toMatchObject({
      EXTRA: '1',
      argv: ['--headless', '--', 'Make a plan'],
    });
    expect([planning.cwd, planning.pid, planning.tty, planning.prompt]).toEqual([
      bench.rig.path(),
      run.pid,
      false,
      'Make a plan',
    ]);
    await planning.print('plain words');
    await run.waitFor('plain words\n');
    await planning.exit(3);
    expect(await run.exited).toMatchObject({ code: 3, stdout: 'plain words\n' });
    expect(plan.launches).toBe(1);
  });

  test('WHEN it says something and exits with 0 THEN that is its answer', async () => {
    await using bench = await setUp();
    const plan = bench.agents.agent('plan');
    const run = bench.launch(plan.env, '--headless', '--', 'Make a plan');
    const planning = await plan.nextLaunch();
    void planning.say('First this, then that.');
    await planning.exit(0);
    const { stdout } = await run.exited;
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]).toEqual({ type: 'session', conversationId: planning.conversationId });
    expect(events.at(-1)).toEqual({ type: 'result', ok: true, text: 'First this, then that.' });
  });

  test('WHEN several run THEN each is steered by its own name, from the environment or the prompt', async () => {
    await using bench = await setUp();
    const [plan, build] = [bench.agents.agent('plan'), bench.agents.agent('build')];
    const first = bench.launch(plan.env, '--headless', '--', 'Go.');
    const second = bench.launch(bench.agents.env, '--headless', '--', 'fake name build\nGo.');
    await (await build.nextLaunch()).exit(2);
    await (await plan.nextLaunch()).exit(1);
    expect([(await first.exited).code, (await second.exited).code]).toEqual([1, 2]);
  });

  test('WHEN a signal comes THEN the test hears of it and the agent ends by it, or ignores it', async () => {
    await using bench = await setUp();
    const plan = bench.agents.agent('plan');
    const run = bench.launch(plan.env, '--headless', '--', 'Go.');
    const planning = await plan.nextLaunch();
    await planning.run(fake.ignoreSignals('SIGTERM'));
    run.kill('SIGTERM');
    expect(await planning.signalled()).toBe('SIGTERM');
    await planning.print('still here');
    run.kill('SIGINT');
    expect(await planning.signalled()).toBe('SIGINT');
    expect(await run.exited).toMatchObject({ signal: 'SIGINT', stdout: 'still here\n' });
    await planning.closed;
    await expect(planning.print('too late')).rejects.toThrow(
      `The fake agent "plan" (process ${planning.pid}) is gone.`,
    );
  });

  test('WHEN the test is over THEN neither the agent nor its children are left', async () => {
    const pids = await (async () => {
      await using bench = await setUp();
      const plan = bench.agents.agent('plan');
      bench.launch(plan.env, '--headless', '--', 'Go.');
      const planning = await plan.nextLaunch();
      await planning.run(fake.ignoreSignals(), fake.spawnChild({ ignoreTerm: true, ownSession: true }));
      return [planning.pid, ...planning.children];
    })();
    expect(pids.length).toBe(2);
    for (const pid of pids) await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('WHEN an agent is launched that the test does not know THEN the test fails', async () => {
    await using rig = await TestRig.create();
    const agents = await FakeAgents.listen(rig.home);
    const env = { ...agents.env, AGENTFLOW_FAKE_AGENT: 'stranger' };
    const run = rig.spawn(process.execPath, [FAKE_AGENT_FILE, '--headless', '--', 'Go.'], env);
    expect(await run.exited).toMatchObject({ code: 70, stderr: 'The test of the fake agent is over.\n' });
    await expect(agents[Symbol.asyncDispose]()).rejects.toThrow('No agent of this test is called "stranger".');
  });

  test('its task has all that a workflow needs', async () => {
    await using bench = await setUp();
    const { task } = bench.agents.agent('plan', { prompt: 'Make a plan', timeout: 1000 });
    const env = { ...bench.agents.env, AGENTFLOW_FAKE_AGENT: 'plan' };
    const fields = { id: 'plan', adapter: 'demo', executionMode: 'headless', prompt: 'Make a plan', timeout: 1000 };
    expect(task).toEqual({ ...fields, env });
  });
});

describe('through the CLI', () => {
  test('WHEN a stage has two tasks THEN the next one starts only when both are over', async () => {
    await using bench = await setUp();
    const { rig, agents } = bench;
    const [plan, critic, build] = [agents.agent('plan'), agents.agent('critic'), agents.agent('build')];
    const stages = [
      { name: 'Plan', tasks: [plan.task, critic.task] },
      { name: 'Build', tasks: [build.task] },
    ];
    await rig.write({ 'flow.yaml': JSON.stringify({ name: 'flow', stages }) });
    const run = rig.agentflow('run flow.yaml');
    const [planning, criticising] = [await plan.nextLaunch(), await critic.nextLaunch()];
    await planning.exit(0);
    expect(build.launches).toBe(0);
    void criticising.exit(0);
    const building = await build.nextLaunch();
    void building.say('Built.');
    void building.exit(0);
    expect(await run.exited).toMatchObject({ code: 0, stdout: 'Built.\n' });
  });

  test('WHEN a loop goes on with its conversation THEN the script answers turn by turn', async () => {
    await using rig = await TestRig.create();
    const loop = { prompt: 'fake: say not yet\nfake 3: say COMPLETE', until: 'COMPLETE', max_iterations: 5 };
    const flow = { name: 'flow', description: 'A loop', adapter: 'demo', nodes: [{ id: 'work', loop }] };
    await rig.write({ 'flow.yaml': JSON.stringify(flow) });
    const env = { AGENTFLOW_FAKE_HOME: rig.home };
    expect(await rig.run('run flow.yaml', { env })).toMatchObject({ code: 0, stdout: 'COMPLETE\n' });
  });
});

/** A zombie is dead: only its number is still taken until its parent looks. */
async function isAlive(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) Z/.test(state);
}
