import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, stages, taskOf } from './bench.js';

describe('--input', () => {
  const inputs = { pr: { required: true, description: 'the number' }, depth: { default: 3 }, note: {} };
  const workflow = { ...nodes({ id: 'show', bash: 'echo $INPUTS.pr $INPUTS.depth "[$INPUTS.note]"' }), inputs };

  test('WHEN a required input is missing THEN nothing runs and the exit code is 3', async () => {
    await using bench = await Bench.create();
    await bench.write(workflow);
    expect(await bench.rig.run('run flow.yaml')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'error: The workflow "flow" needs pr (the number).\nhint: Add --input pr=…\n',
    });
  });

  test('WHEN an input is unknown THEN nothing runs and the exit code is 2', async () => {
    await using bench = await Bench.create();
    await bench.write(workflow);
    const { code, stderr } = await bench.rig.run('run flow.yaml --input pr=1 --input dept=4');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: The workflow "flow" has no input "dept".\nhint: Did you mean "depth"?\n',
    });
  });

  test('WHEN inputs are given THEN they are used and stored, with the defaults of the others', async () => {
    await using bench = await Bench.create();
    const { code, stdout, session } = await bench.finish(workflow, ['--input', 'pr=a=b c', '-i', 'note=$(x)']);
    expect([code, stdout, session.inputs]).toEqual([0, 'a=b c 3 [$(x)]\n', { depth: '3', pr: 'a=b c', note: '$(x)' }]);
  });

  test('WHEN an optional input without a default is not given THEN it is an empty text, in prompts and in bash', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('ask', { prompt: 'Note: [$INPUTS.note]' });
    const show = { id: 'show', bash: 'printf "%s|" [$INPUTS.note] $INPUTS.note end', depends_on: ['ask'] };
    await bench.write({ ...nodes(agent.task, show), inputs: { note: {} } });
    const run = bench.run();
    const launch = await agent.nextLaunch();
    expect(launch.prompt).toBe('Note: []');
    await launch.exit(0);
    expect(await bench.resultOf(run)).toMatchObject({ code: 0, stdout: '[]||end|\n', session: { inputs: {} } });
  });

  test('WHEN a resume adds an input THEN it counts from then on', async () => {
    await using bench = await Bench.create();
    const needy = {
      ...nodes({ id: 'show', bash: 'test -n $INPUTS.note && echo got $INPUTS.note' }),
      inputs: { note: {} },
    };
    expect((await bench.finish(needy)).code).toBe(1);
    const { code, session } = await bench.resume(['--input', 'note=later']);
    expect([code, session.inputs, await bench.output('show')]).toEqual([0, { note: 'later' }, 'got later']);
  });
});

test('WHEN words follow the workflow THEN they are $ARGUMENTS, in prompts, in bash and in the environment', async () => {
  await using bench = await Bench.create();
  const agent = bench.agent('ask', { prompt: 'Do: $ARGUMENTS' });
  await bench.write(
    nodes(agent.task, { id: 'show', bash: 'printf "%s|%s" $ARGUMENTS "$(printenv ARGUMENTS)"', depends_on: ['ask'] }),
  );
  const run = bench.run(['fix', 'the "bug"', '$HOME']);
  const launch = await agent.nextLaunch();
  expect(launch.prompt).toBe('Do: fix the "bug" $HOME');
  await launch.exit(0);
  const { code, stdout, session } = await bench.resultOf(run);
  expect([code, stdout, session.arguments]).toEqual([
    0,
    'fix the "bug" $HOME|fix the "bug" $HOME\n',
    'fix the "bug" $HOME',
  ]);
});

describe('env and cwd', () => {
  test('WHEN the file, a node and the caller set variables THEN the nearest wins', async () => {
    await using bench = await Bench.create();
    const show = 'echo $CALLER $FILE $NODE';
    const { code, stdout } = await bench.finish(
      { ...nodes({ id: 'show', bash: show, env: { NODE: 'node' } }), env: { FILE: 'file', NODE: 'file' } },
      [],
      { env: { CALLER: 'caller', FILE: 'caller', NODE: 'caller' } },
    );
    expect([code, stdout]).toEqual([0, 'caller file node\n']);
  });

  test('WHEN a node has a cwd THEN it is relative to the folder of the run; --cwd is that folder', async () => {
    await using bench = await Bench.create();
    const workflow = nodes(
      { id: 'here', bash: 'pwd' },
      { id: 'there', bash: 'pwd', cwd: 'app', depends_on: ['here'] },
      { id: 'both', bash: 'printf "%s %s" $here.output $there.output', depends_on: ['there'] },
    );
    await bench.rig.write({ 'sub/app/keep': '', 'sub/flow.yaml': JSON.stringify(workflow) });
    const { code, stdout } = await bench.rig.run('run flow.yaml --cwd sub');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '<work>/sub <work>/sub/app\n' });
  });

  test('WHEN the cwd of a task does not exist THEN the task is FAILED and says so', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(stages([scripted('lost', 'say hi', { cwd: 'nowhere' })]));
    const { reason, message } = taskOf(session, 'lost').failure ?? {};
    expect([code, reason, bench.rig.mask(message ?? '')]).toEqual([
      1,
      'not-started',
      'The folder "<work>/nowhere" does not exist.',
    ]);
  });

  test('WHEN a program is missing THEN the task is FAILED with the command that installs it', async () => {
    await using bench = await Bench.create();
    const { code, stderr, session } = await bench.finish(
      stages([{ id: 'ask', adapter: 'gemini', executionMode: 'headless', prompt: 'Go.' }]),
    );
    expect([code, taskOf(session, 'ask').failure]).toEqual([
      1,
      {
        reason: 'missing-program',
        message: 'The program "gemini" is not on the PATH.',
        hint: 'Install it: npm install -g @google/gemini-cli',
      },
    ]);
    expect(stderr).toMatchInlineSnapshot(`
      "hh:mm:ss  session  started    flow · s1
      hh:mm:ss  ask      started
      hh:mm:ss  ask      failed     The program "gemini" is not on the PATH. · 0 ms
      ✗ ask failed: The program "gemini" is not on the PATH.
        hint: Install it: npm install -g @google/gemini-cli

      ✗ flow failed  1 failed · 0 ms
        Task "ask" failed.
        continue: agentflow resume s1
        details:  agentflow status s1
      "
    `);
  });

  test('WHEN the program of an interactive task is missing THEN it is FAILED too', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(stages([{ id: 'ask', adapter: 'gemini' }]));
    expect([code, taskOf(session, 'ask').failure?.reason]).toEqual([1, 'missing-program']);
  });
});
