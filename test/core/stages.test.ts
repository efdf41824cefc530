import { type AdapterFactory, type AdapterOptions, type IAgentAdapter, SessionManager } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { Bench, stages, statuses } from './bench.js';
import { demoAdapter, LibraryBench } from './library-bench.js';

describe('Centralized Workflow Management', () => {
  test('Stage-Based Pipeline: WHEN a workflow has stages THEN all tasks of a stage run together, and the next stage only after them', async () => {
    await using bench = await Bench.create();
    const [plan, critic, build] = [bench.agent('plan'), bench.agent('critic'), bench.agent('build')];
    await bench.write(stages([plan.task, critic.task], [build.task]));
    const run = bench.run();
    const [planning, criticising] = await Promise.all([plan.nextLaunch(), critic.nextLaunch()]);
    await planning.exit(0);
    await run.waitFor(({ stderr }) => /plan +done/.test(stderr));
    expect(build.launches).toBe(0);
    expect(statuses(await bench.view())).toBe('plan DONE, critic RUNNING, build PENDING');
    await criticising.exit(0);
    await (await build.nextLaunch()).exit(0);
    expect((await run.exited).code).toBe(0);
    expect(statuses(await bench.session())).toBe('plan DONE, critic DONE, build DONE');
  });
});

describe('Execution Modes', () => {
  test('Runner Selection: WHEN a task is interactive THEN it runs in a terminal; WHEN it is headless THEN on pipes', async () => {
    await using bench = await Bench.create();
    const [talk, work] = [bench.agent('talk', { executionMode: 'interactive' }), bench.agent('work')];
    await bench.write(stages([talk.task, work.task]));
    const run = bench.run();
    const [talking, working] = await Promise.all([talk.nextLaunch(), work.nextLaunch()]);
    const seen = ({ tty, columns, rows, env }: typeof talking) => ({ tty, columns, rows, TERM: env.TERM });
    expect(seen(talking)).toEqual({ tty: true, columns: 80, rows: 24, TERM: 'xterm-256color' });
    expect(seen(working)).toEqual({ tty: false, columns: null, rows: null, TERM: 'dumb' });
    await Promise.all([talking.exit(0), working.exit(0)]);
    expect((await run.exited).code).toBe(0);
  });

  test.each(['interactive', 'headless'])(
    'Unified Prompt Injection: WHEN a task starts %s with a prompt THEN it is one of the arguments and in the history, and nothing comes on stdin',
    async (executionMode) => {
      await using bench = await LibraryBench.create();
      const prompt = 'Say "hello"\n$(and) nothing else.';
      const agent = bench.agent('greet', { executionMode, prompt });
      const { orchestrator } = await bench.start(stages([agent.task]));
      const running = orchestrator.run();
      const greeting = await agent.nextLaunch();
      expect(greeting.argv.filter((argument) => argument.includes('hello'))).toEqual([prompt]);
      expect(greeting.argv.at(-1)).toBe(prompt);
      if (executionMode === 'interactive') {
        orchestrator.send('greet', 'the first words\r');
        expect(await greeting.received()).toBe('the first words');
      } else {
        await greeting.inputEnded();
      }
      await greeting.exit(0);
      await running;
      const view = await SessionManager.read(bench.store, 's1');
      expect(view.history()[0]).toMatchObject({ taskId: 'greet', kind: 'prompt', text: prompt });
      await expect(greeting.received()).rejects.toThrow('is gone');
    },
  );

  test('Headless Prompt Requirement: WHEN a task is headless and has no prompt THEN validation fails and nothing runs', async () => {
    await using bench = await Bench.create();
    await bench.write(stages([{ id: 'silent', adapter: 'demo', executionMode: 'headless' }]));
    const { code, stdout, stderr } = await bench.rig.run('run flow.yaml');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatchInlineSnapshot(`
      "flow.yaml:7:9  The headless task "silent" has no "prompt".
          7 |         {
                      ^
          hint: Nobody can type into a headless agent: say in "prompt" what to do, or use "executionMode: interactive".
      error: flow.yaml:7:9  flow.yaml has 1 error: The headless task "silent" has no "prompt".
      hint: Nobody can type into a headless agent: say in "prompt" what to do, or use "executionMode: interactive".
      "
    `);
  });

  test('Extra Arguments Validation: WHEN an element of extraArgs is no string THEN the workflow is rejected', async () => {
    await using bench = await Bench.create();
    await bench.write(stages([{ id: 'talk', adapter: 'demo', extraArgs: ['--model', 4] }]));
    const { code, stderr } = await bench.rig.run('run flow.yaml');
    expect(code).toBe(3);
    expect(stderr).toMatchInlineSnapshot(`
      "flow.yaml:12:13  Item 2 of "extraArgs" must be a text, but it is 4.
         12 |             4
                          ^
          hint: Put it in quotes: "4".
      error: flow.yaml:12:13  flow.yaml has 1 error: Item 2 of "extraArgs" must be a text, but it is 4.
      hint: Put it in quotes: "4".
      "
    `);
  });

  test('Task Adapter Instantiation: WHEN tasks run in parallel THEN each gets an adapter of its own, made with its cwd, env and name', async () => {
    const made: Made[] = [];
    await using bench = await LibraryBench.create({ recorded: recording(made) });
    await bench.rig.write({ 'app/keep': '' });
    const fields = { adapter: 'recorded' };
    const [one, two] = [
      bench.agent('one', { ...fields, cwd: 'app', env: { COLOUR: 'red' }, name: 'First' }),
      bench.agent('two', { ...fields, env: { COLOUR: 'blue' } }),
    ];
    const { orchestrator } = await bench.start(stages([one.task, two.task]));
    const running = orchestrator.run();
    const launches = await Promise.all([one.nextLaunch(), two.nextLaunch()]);
    expect(made.map(({ options: { name, cwd, env } }) => [name, bench.rig.mask(cwd), env.COLOUR])).toEqual([
      ['First', '<work>/app', 'red'],
      ['two', '<work>', 'blue'],
    ]);
    expect(made[0]?.adapter).not.toBe(made[1]?.adapter);
    expect(launches.map(({ cwd, env }) => [bench.rig.mask(cwd), env.COLOUR])).toEqual([
      ['<work>/app', 'red'],
      ['<work>', 'blue'],
    ]);
    await Promise.all(launches.map((launch) => launch.exit(0)));
    await running;
  });

  test('Task Adapter Instantiation: WHEN a task is tried again THEN it gets a new adapter', async () => {
    const made: Made[] = [];
    await using bench = await LibraryBench.create({ recorded: recording(made) });
    const agent = bench.agent('one', { adapter: 'recorded', retry: { max_attempts: 2, delay_ms: 0 } });
    const { orchestrator } = await bench.start(stages([agent.task]));
    const running = orchestrator.run();
    await (await agent.nextLaunch()).exit(1);
    await (await agent.nextLaunch()).exit(0);
    expect((await running).status).toBe('DONE');
    expect(new Set(made.map(({ adapter }) => adapter)).size).toBe(2);
  });

  test('Task Name Default: WHEN a task has a name THEN its adapter has that name; WHEN it has none THEN its id', async () => {
    const made: Made[] = [];
    await using bench = await LibraryBench.create({ recorded: recording(made) });
    const fields = { adapter: 'recorded' };
    const [plain, named] = [bench.agent('plain', fields), bench.agent('named', { ...fields, name: 'The Critic' })];
    const { orchestrator } = await bench.start(stages([plain.task], [named.task]));
    const running = orchestrator.run();
    await (await plain.nextLaunch()).exit(0);
    await (await named.nextLaunch()).exit(0);
    const session = await running;
    expect(made.map(({ adapter }) => adapter.name)).toEqual(['plain', 'The Critic']);
    expect([...session.tasks.values()].map(({ id, name }) => [id, name])).toEqual([
      ['plain', 'plain'],
      ['named', 'The Critic'],
    ]);
  });
});

describe('Task Definition Structure', () => {
  test('Minimal Task Definition: WHEN a task has only id and adapter THEN it is valid, interactive and named like its id', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk');
    await bench.write(stages([{ id: 'talk', adapter: 'demo' }]));
    const run = bench.run([], { env: agent.env });
    const talking = await agent.nextLaunch();
    expect({ tty: talking.tty, prompt: talking.prompt }).toEqual({ tty: true, prompt: null });
    await talking.exit(0);
    const { code, session } = await bench.resultOf(run);
    const [task] = session.tasks;
    expect({ code, name: task?.name, mode: task?.mode, status: task?.status }).toEqual({
      code: 0,
      name: 'talk',
      mode: 'interactive',
      status: 'DONE',
    });
  });

  test('Full Task Definition: WHEN a task has all fields THEN each is respected', async () => {
    await using bench = await Bench.create();
    await bench.rig.write({ 'app/keep': '' });
    const agent = bench.agent('code', {
      prompt: 'Do it.',
      extraArgs: ['--model=big', '--permissions=edits'],
      cwd: 'app',
      env: { COLOUR: 'red' },
      name: 'Coder',
    });
    await bench.write(stages([agent.task]));
    const run = bench.run();
    const coding = await agent.nextLaunch();
    expect([coding.tty, bench.rig.mask(coding.cwd), coding.env.COLOUR, coding.argv]).toEqual([
      false,
      '<work>/app',
      'red',
      ['--headless', '--permissions=full', '--model=big', '--permissions=edits', '--', 'Do it.'],
    ]);
    await coding.exit(0);
    const { session } = await bench.resultOf(run);
    expect(session.tasks[0]).toMatchObject({ id: 'code', name: 'Coder', mode: 'headless', status: 'DONE' });
  });
});

describe('Adapter Type Validation', () => {
  test('Valid Adapter Type: WHEN a task names a registered adapter THEN validation passes', async () => {
    await using bench = await Bench.create();
    await bench.write(stages([{ id: 'talk', adapter: 'gemini' }]));
    expect(await bench.rig.run('validate flow.yaml')).toMatchObject({ code: 0, stderr: '' });
  });

  test('Invalid Adapter Type: WHEN a task names an unknown adapter THEN validation fails and names it', async () => {
    await using bench = await Bench.create();
    await bench.write(stages([{ id: 'talk', adapter: 'gemni' }]));
    const { code, stderr } = await bench.rig.run('run flow.yaml');
    expect(code).toBe(3);
    expect(stderr).toMatchInlineSnapshot(`
      "flow.yaml:9:22  No adapter is called "gemni".
          9 |           "adapter": "gemni"
                                   ^^^^^^^
          hint: Did you mean "gemini"?
      error: flow.yaml:9:22  flow.yaml has 1 error: No adapter is called "gemni".
      hint: Did you mean "gemini"?
      "
    `);
  });
});

interface Made {
  readonly options: AdapterOptions;
  readonly adapter: IAgentAdapter;
}

/** The demo adapter, each instance with the options it was made with. */
function recording(made: Made[]): AdapterFactory {
  return (options) => {
    const adapter = demoAdapter(options);
    made.push({ options, adapter });
    return adapter;
  };
}
