import { describe, expect, test } from 'vitest';
import { Bench, nodes, stages } from '../core/bench.js';
import { CTRL_C, calmScreen, onTerminal } from './session-terminal.js';

const interactive = { executionMode: 'interactive' };

describe('run --detach', () => {
  test('WHEN a session is started in the background THEN its id is printed and it can be reached', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk', interactive);
    await bench.write(stages([agent.task]));
    const started = await bench.run(['--detach']).exited;
    expect(started).toMatchObject({
      code: 0,
      stdout: 's1\n',
      stderr: 'Running in the background.\n  progress: agentflow status s1 --watch\n  output:   agentflow logs s1 -f\n',
    });
    const talking = await agent.nextLaunch();
    expect((await bench.rig.run(['send', 's1', 'talk', 'hello'])).code).toBe(0);
    expect(await talking.received()).toBe('hello');
    const watching = bench.rig.agentflow(['status', 's1', '--watch', '--json']);
    await watching.waitFor('"RUNNING"');
    await talking.exit(0);
    expect(
      (await watching.exited).stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).status)
        .at(-1),
    ).toBe('DONE');
  });

  test('WHEN a detached session asks THEN it waits for the answer', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'gate', approval: { message: 'Deploy?' } }));
    expect((await bench.run(['--detach', '--json']).exited).stdout).toBe('{"id":"s1"}\n');
    const following = bench.rig.agentflow(['logs', 's1', '-f', '--json']);
    await following.waitFor('task.waiting');
    expect((await bench.rig.run(['approve', 's1'])).stderr).toBe(
      'gate approved; session s1 goes on in its own terminal.\n',
    );
    await following.waitFor('session.finished');
    expect((await bench.view()).status).toBe('DONE');
  });

  test.each([
    [['--detach', '--progress', 'plain']],
    [['--detach', '--progress=quiet', '--no-input']],
    [['-di', 'k=v']],
    [['--detach', '--session-id=s1']],
  ])('WHEN it is called with %j THEN it starts as without --detach', async (args) => {
    await using bench = await Bench.create();
    await bench.write({ ...nodes({ id: 'a', bash: 'echo $INPUTS.k' }), inputs: { k: { default: 'w' } } });
    const named = args.some((arg) => arg.startsWith('--session-id')) ? args : [...args, '--session-id', 's1'];
    const { code, stdout } = await bench.rig.run(['run', 'flow.yaml', ...named]);
    expect([code, stdout]).toEqual([0, 's1\n']);
    await bench.rig.agentflow(['status', 's1', '--watch']).exited;
    expect(await bench.output('a')).toBe(args.includes('k=v') ? 'v' : 'w');
  });

  test('WHEN the session cannot start THEN the reason is told once', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'a', bash: 'true' }));
    await bench.run().exited;
    const plain = await bench.run().exited;
    const detached = await bench.run(['--detach']).exited;
    expect(detached).toEqual(plain);
    expect(plain.code).toBe(2);
  });

  test('WHEN the session cannot start THEN --json has the same error and exit code as without --detach', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'a', bash: 'true' }));
    const start = (...args: string[]) => bench.rig.run(['run', 'flow.yaml', '--json', '--session-id', ...args]);
    await start('s1');
    const bad = [await start('s1', '--detach'), await start('NO', '--detach')];
    expect(bad).toEqual([await start('s1'), await start('NO')]);
    expect(bad.map(({ code, stdout }) => [code, JSON.parse(stdout).error.code])).toEqual([
      [2, 'session-exists'],
      [2, 'bad-session-id'],
    ]);
  });
});

test('WHEN status --watch is left with Ctrl-C on a narrow terminal THEN it fitted, and the cursor is there again', async () => {
  await using bench = await Bench.create();
  const agent = bench.agent('talk', { executionMode: 'interactive' });
  await bench.write(stages([agent.task]));
  bench.run();
  const talking = await agent.nextLaunch();
  await bench.rig.write({ 'in-terminal.sh': 'trap : INT; "$AF" status s1 --watch; echo "left with $?"' });
  await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh', columns: 30, rows: 30 });
  await terminal.waitFor(/agentflow attach s1 talk[\s\S]*agentflow logs s1 -f/);
  expect(Math.max(...terminal.screen.split('\n').map((line) => line.length))).toBeLessThan(30);
  expect(terminal.hasCursor).toBe(false);
  await terminal.type(CTRL_C);
  await terminal.waitFor(/left with 130$/);
  expect(terminal.hasCursor).toBe(true);
  await talking.exit(0);
});

test('WHEN status --watch runs on a terminal THEN the report is drawn in one place until the session is over', async () => {
  await using bench = await Bench.create();
  const work = bench.agent('work');
  await bench.write(stages([work.task]));
  const run = bench.run();
  const working = await work.nextLaunch();
  await using terminal = await onTerminal(bench, ['status', 's1', '--watch']);
  await terminal.waitFor(/● work +running/);
  await working.say('Done.');
  await working.exit(0);
  await run.exited;
  expect((await terminal.exited).exitCode).toBe(0);
  expect(calmScreen(terminal.screen).match(/flow +[A-Z]+/g)).toEqual(['flow  DONE']);
});
