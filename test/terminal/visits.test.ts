import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, stages, statuses } from '../core/bench.js';
import { CTRL_C, CTRL_D, calmScreen, DOWN, ENTER, onTerminal, runOnTerminal, STEP_OUT } from './session-terminal.js';

const interactive = { executionMode: 'interactive' };
const PICKER = /↑↓ choose · Enter steps in · c completes · q stops$/;
const VIEW = /Enter steps in · c completes · q stops$/;

describe('an interactive task on the terminal', () => {
  test('WHEN it is alone THEN the person is taken into it, told how to step out, and its size follows', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk', interactive);
    await bench.write(stages([agent.task]));
    await using terminal = await runOnTerminal(bench, [], { columns: 60, rows: 12 });
    const talking = await agent.nextLaunch();
    expect([talking.columns, talking.rows]).toEqual([60, 12]);
    await talking.ask('Which colour?');
    await terminal.waitFor('\n Ctrl-] steps out · talk');
    await terminal.type('green\r');
    expect(await talking.received()).toBe('green');
    terminal.resize(50, 10);
    expect(await talking.resized()).toEqual({ columns: 50, rows: 10 });
    await talking.exit(0);
    expect((await terminal.exited).exitCode).toBe(0);
    expect(calmScreen(terminal.screen)).toMatch(/✓ stage 1 {2}1 done\n✓ flow done {2}1 done · 0 s$/);
  });

  test('WHEN it has a screen of its own THEN the person is told on that how to step out', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('build-the-server', interactive);
    await bench.write(stages([agent.task]));
    await using terminal = await runOnTerminal(bench, [], { columns: 20, rows: 10 });
    const talking = await agent.nextLaunch();
    await terminal.waitFor(/^ Ctrl-\] steps out …$/m);
    await talking.print('\x1b[?1049h\x1b[2J\x1b[HHello.');
    await terminal.waitFor(/^Hello\.\n+ Ctrl-\] steps out …$/);
    await terminal.type(STEP_OUT);
    await terminal.waitFor(/q stops/);
    await talking.exit(0);
    expect((await terminal.exited).exitCode).toBe(0);
  });

  test('WHEN there are two on a small terminal THEN every key is named', async () => {
    await using bench = await Bench.create();
    const [one, two] = [bench.agent('one', interactive), bench.agent('two', interactive)];
    await bench.write(stages([one.task, two.task]));
    await using terminal = await runOnTerminal(bench, [], { columns: 20, rows: 10 });
    const [first, second] = await Promise.all([one.nextLaunch(), two.nextLaunch()]);
    await terminal.waitFor(/↑↓ choose · q stops\nEnter steps in\nc completes$/);
    await Promise.all([first.exit(0), second.exit(0)]);
    expect((await terminal.exited).exitCode).toBe(0);
  });

  test('WHEN there are two THEN they are used in turn by keys, and a third alone takes the person in', async () => {
    await using bench = await Bench.create();
    const [one, two, three] = ['one', 'two', 'three'].map((name) => bench.agent(name, interactive));
    if (!one || !two || !three) throw new Error('There are three.');
    await bench.write(stages([one.task, two.task], [three.task]));
    await using terminal = await runOnTerminal(bench);
    const [first, second] = await Promise.all([one.nextLaunch(), two.nextLaunch()]);
    await terminal.waitFor(PICKER);
    await first.print('This is one.');
    await second.print('This is two.');
    await terminal.type(ENTER);
    await terminal.waitFor(/This is one\.[\s\S]*Ctrl-\] steps out · one$/);
    await terminal.type('to one\r');
    expect(await first.received()).toBe('to one');
    await terminal.type(STEP_OUT);
    await terminal.waitFor(PICKER);
    await terminal.type(DOWN);
    await terminal.waitFor(/❯ ● two/);
    await terminal.type(ENTER);
    await terminal.waitFor(/This is two\.[\s\S]*Ctrl-\] steps out · two$/);
    await terminal.type('to two\r');
    expect(await second.received()).toBe('to two');
    await terminal.type(STEP_OUT);
    await terminal.waitFor(PICKER);
    await Promise.all([first.exit(0), second.exit(0)]);
    const third = await three.nextLaunch();
    await terminal.waitFor(/Ctrl-\] steps out · three$/);
    await terminal.type('hello\r');
    expect(await third.received()).toBe('hello');
    await third.exit(0);
    expect((await terminal.exited).exitCode).toBe(0);
  });

  test('WHEN Ctrl-C is pressed in it THEN the agent gets it, and the session goes on', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk', interactive);
    await bench.write(stages([agent.task]));
    await using terminal = await runOnTerminal(bench);
    const talking = await agent.nextLaunch();
    await talking.run(fake.rawMode());
    await terminal.waitFor(/Ctrl-\] steps out · talk/);
    await terminal.type(CTRL_C);
    expect(await talking.received()).toBe(CTRL_C);
    await talking.exit(0);
    expect((await terminal.exited).exitCode).toBe(0);
  });

  test('WHEN c is pressed twice in the view THEN the task is completed and the next stage starts', async () => {
    await using bench = await Bench.create();
    const [talk, after] = [bench.agent('talk', interactive), bench.agent('after')];
    await bench.write(stages([talk.task], [after.task]));
    await using terminal = await runOnTerminal(bench);
    const talking = await talk.nextLaunch();
    await terminal.waitFor(/Ctrl-\] steps out · talk$/);
    await terminal.type(STEP_OUT);
    await terminal.waitFor(VIEW);
    await terminal.type('c');
    await terminal.waitFor('c again completes talk · any other key goes on');
    await terminal.type('c');
    await talking.closed;
    const working = await after.nextLaunch();
    await working.say('Done.');
    await working.exit(0);
    expect((await terminal.exited).exitCode).toBe(0);
    expect(statuses(await bench.session())).toBe('talk DONE, after DONE');
  });

  test.each([
    ['q twice', 'qq'],
    ['Ctrl-C', CTRL_C],
  ])('WHEN %s is pressed in the view THEN the session is stopped and can be resumed', async (_how, keys) => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk', interactive);
    await bench.write(stages([agent.task]));
    await using terminal = await runOnTerminal(bench);
    await agent.nextLaunch();
    await terminal.waitFor(/Ctrl-\] steps out · talk$/);
    await terminal.type(STEP_OUT);
    await terminal.waitFor(VIEW);
    await terminal.type(keys);
    expect((await terminal.exited).exitCode).toBe(130);
    expect((await bench.session()).status).toBe('INTERRUPTED');
    expect(terminal.screen).toContain('continue: agentflow resume s1');
  });

  test('WHEN the agent left the terminal in another state THEN it is restored, also when agentflow is told to end', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('talk', interactive);
    await bench.write(stages([agent.task]));
    const command =
      'stty -a > before; "$AF" run flow.yaml --session-id s1; stty -a > after; cmp before after && echo same';
    await bench.rig.write({ 'in-terminal.sh': command });
    await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
    const talking = await agent.nextLaunch();
    await talking.print('\x1b[?1049h\x1b[?1000h\x1b[?25l\x1b[31mred');
    await terminal.waitFor(/red/);
    process.kill(Number((await bench.read(bench.file('lock'))).match(/"pid":\s*(\d+)/)?.[1]), 'SIGTERM');
    await terminal.waitFor(/agentflow resume s1\nsame$/);
    expect(await terminal.drawing()).not.toMatch(/\x1b\[\?(1049|1000)h/);
  });
});

test('WHEN agentflow crashes in a visit THEN the terminal is restored', async () => {
  await using bench = await Bench.create();
  const agent = bench.agent('talk', interactive);
  await bench.write(stages([agent.task]));
  await bench.rig.write({
    'crash.mjs': "process.on('SIGUSR2', () => { throw new Error('a bug'); });",
    'in-terminal.sh':
      'stty -a > before; NODE_OPTIONS="--import ./crash.mjs" "$AF" run flow.yaml --session-id s1; stty -a > after; cmp before after && echo same',
  });
  await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
  const talking = await agent.nextLaunch();
  await talking.print('\x1b[?1049h\x1b[?1000h\x1b[31mred');
  await terminal.waitFor(/red/);
  process.kill(Number((await bench.read(bench.file('lock'))).match(/"pid":\s*(\d+)/)?.[1]), 'SIGUSR2');
  await terminal.waitFor(/internal error: a bug\n[\s\S]*\nsame$/);
  expect(await terminal.drawing()).not.toMatch(/\x1b\[\?(1049|1000)h/);
});

test.each([
  ['in a visit', ['\x1b[?1049h\x1b[?1000h\x1b[31mred', /red/, '']],
  ['in the view', ['red', /q stops/, STEP_OUT]],
] as const)('WHEN agentflow is killed %s THEN the terminal is restored', async (_where, [printed, seen, keys]) => {
  await using bench = await Bench.create();
  const agent = bench.agent('talk', interactive);
  await bench.write(stages([agent.task]));
  await bench.rig.write({
    // A shell that does not restore the terminal by itself.
    'in-terminal.sh':
      'before=$(stty -g); "$AF" run flow.yaml --session-id s1; until [ "$(stty -g)" = "$before" ]; do :; done; echo same; read -r line; echo "got $line"',
  });
  await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
  const talking = await agent.nextLaunch();
  await terminal.waitFor(/Ctrl-\] steps out/);
  await talking.print(printed);
  await terminal.waitFor(/red/);
  await terminal.type(keys);
  await terminal.waitFor(seen);
  process.kill(Number((await bench.read(bench.file('lock'))).match(/"pid":\s*(\d+)/)?.[1]), 'SIGKILL');
  await terminal.waitFor(/same/);
  await terminal.type('typed\r');
  await terminal.waitFor(/got typed/);
  await expect.poll(() => terminal.drawing()).not.toMatch(/\x1b\[\?(1049|1000)h|\x1b\[\?25l/);
});

test('WHEN a task waits that nobody looks at THEN the bell rings once for each time it asks', async () => {
  await using bench = await Bench.create();
  const [one, two] = [bench.agent('one', interactive), bench.agent('two', interactive)];
  await bench.write(stages([one.task, two.task]));
  await using terminal = await runOnTerminal(bench);
  const [first, second] = await Promise.all([one.nextLaunch(), two.nextLaunch()]);
  await terminal.waitFor(PICKER);
  await second.ask('May I?');
  await terminal.waitFor(/\? two .*May I\?/);
  await terminal.type(DOWN);
  await terminal.waitFor(/❯ \? two/);
  expect(terminal.bells).toBe(1);
  await bench.rig.run(['send', 's1', 'two', 'no']);
  expect(await second.received()).toBe('no');
  await terminal.waitFor(/❯ ● two/);
  await second.ask('May I?');
  await terminal.waitFor(/❯ \? two .*May I\?/);
  expect(terminal.bells).toBe(2);
  await Promise.all([first.exit(0), second.exit(0)]);
  await terminal.exited;
  expect(terminal.bells).toBe(2);
});

describe('a question of a node on the terminal', () => {
  const gate = { id: 'gate', approval: { message: 'Deploy?', capture_response: true } };

  test('WHEN it is alone THEN it is asked; Ctrl-] shows the progress, Enter asks again', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(gate));
    await using terminal = await runOnTerminal(bench);
    await terminal.waitFor(
      'gate asks:  (Ctrl-] shows the progress)\n\n  Deploy?\n\nApprove? y or n, and a message if you like:',
    );
    await terminal.type(`n${STEP_OUT}`);
    await terminal.waitFor(/❯ \? gate .*Deploy\?\n\nEnter answers · q stops$/);
    expect(terminal.screen).not.toContain('Approve?');
    await terminal.type(ENTER);
    await terminal.waitFor('Approve? y or n, and a message if you like:');
    await terminal.type('y now\r');
    expect((await terminal.exited).exitCode).toBe(0);
    expect(await bench.output('gate')).toBe('now');
  });

  test('WHEN Ctrl-C is pressed at it THEN the session stops and it is not asked again', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(gate));
    await using terminal = await runOnTerminal(bench);
    await terminal.waitFor(/if you like:$/);
    await terminal.type(CTRL_C);
    expect((await terminal.exited).exitCode).toBe(130);
    expect(terminal.screen.match(/gate asks:/g)).toHaveLength(1);
    expect(terminal.screen).toMatch(/continue: agentflow resume s1$/);
  });

  test.each(['tty', 'plain'])(
    'WHEN Ctrl-D is pressed at it with %s progress THEN it is asked again',
    async (progress) => {
      await using bench = await Bench.create();
      await bench.write(nodes(gate));
      await using terminal = await runOnTerminal(bench, ['--progress', progress]);
      await terminal.waitFor(/if you like:$/);
      await terminal.type(CTRL_D);
      await terminal.waitFor(/(gate asks:[\s\S]*){2}if you like:$/);
      await terminal.type('y now\r');
      expect((await terminal.exited).exitCode).toBe(0);
      expect(await bench.output('gate')).toBe('now');
    },
  );

  test('WHEN feedback for a loop begins like /reject THEN it is feedback', async () => {
    await using bench = await Bench.create();
    const loop = {
      prompt: 'fake: say Draft $LOOP_ITERATION: $LOOP_USER_INPUT',
      until: 'END',
      max_iterations: 3,
      interactive: true,
    };
    await bench.write(nodes({ id: 'draft', adapter: 'demo', loop }));
    await using terminal = await runOnTerminal(bench);
    await terminal.waitFor(/\/reject to end the session:$/);
    await terminal.type('/rejected items in red\r');
    await terminal.waitFor(/Draft 2: \/rejected items in red[\s\S]*\/reject to end the session:$/);
    await terminal.type('/reject No use.\r');
    expect((await terminal.exited).exitCode).toBe(6);
    expect((await bench.session()).reason).toBe('No use.');
  });

  test('WHEN somebody answers from elsewhere THEN the question and what is typed are gone, and it says how', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(gate));
    await using terminal = await runOnTerminal(bench);
    await terminal.waitFor('if you like:');
    await terminal.type(`y but this ${'is a long answer '.repeat(8)}`);
    await terminal.waitFor(/long answer$/);
    expect((await bench.rig.run(['approve', 's1', '--message', 'from afar'])).code).toBe(0);
    expect((await terminal.exited).exitCode).toBe(0);
    expect(await bench.output('gate')).toBe('from afar');
    const [first, ...others] = calmScreen(terminal.screen).split('\n');
    expect(first).toBe('gate was answered elsewhere: approved · from afar');
    expect(others[0]).toMatch(/^✓ /);
    expect(terminal.screen).not.toMatch(/Approve\?|long answer/);
  });

  test('WHEN several tasks ask THEN one question comes after the other', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(gate, { id: 'other', approval: { message: 'And?', capture_response: true } }));
    await using terminal = await runOnTerminal(bench);
    await terminal.waitFor(/if you like:$/);
    await terminal.type('y one\r');
    await terminal.waitFor(
      /other asks: {2}\(Ctrl-\] shows the progress\)\n\n {2}And\?\n\nApprove\? y or n, and a message if you like:$/,
    );
    await terminal.type('y two\r');
    expect((await terminal.exited).exitCode).toBe(0);
    expect([await bench.output('gate'), await bench.output('other')]).toEqual(['one', 'two']);
  });
});
