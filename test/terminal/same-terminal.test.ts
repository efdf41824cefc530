import { fake } from '@agentflow/plugin-sdk/testing';
import { expect, test } from 'vitest';
import { Bench, nodes, stages } from '../core/bench.js';
import { CTRL_Z, onTerminal, runOnTerminal, STEP_OUT } from './session-terminal.js';

test('WHEN Ctrl-Z is pressed THEN the shell gets its terminal back, and fg shows the progress again', async () => {
  await using bench = await Bench.create();
  const work = bench.agent('work');
  await bench.write(stages([work.task]));
  await bench.rig.write({
    'in-terminal.sh': [
      'set -m; stty -a > before',
      '"$AF" run flow.yaml --session-id s1',
      'echo "stopped with $?"; stty -a > stopped; cmp before stopped && echo same; read -r line; echo "read: $line"',
      'fg > /dev/null; echo "ended with $?"; stty -a > after; cmp before after && echo restored',
    ].join('\n'),
  });
  await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
  const working = await work.nextLaunch();
  await terminal.waitFor(/● work .*s\n\nq stops$/);
  expect(terminal.hasCursor).toBe(false);
  await terminal.type(CTRL_Z);
  await terminal.waitFor(/^stopped with 148\nsame$/m);
  expect(terminal.screen).not.toContain('● work');
  expect(terminal.hasCursor).toBe(true);
  await terminal.type('typed\r');
  await terminal.waitFor(/read: typed\n[\s\S]*● work .*s\n\nq stops$/);
  await working.say('Done.');
  await working.exit(0);
  await terminal.waitFor(/✓ flow done .*\n[\s\S]*ended with 0\nrestored$/);
});

test.each([
  ['run flow.yaml --session-id s1'],
  ['run flow.yaml --session-id s1 --no-input'],
  ['run flow.yaml --session-id s1 < /dev/null'],
  ['status s1 --watch'],
])(
  'WHEN the size changes while %s is stopped THEN the shell has the cursor, and the view fits after fg',
  async (command) => {
    await using bench = await Bench.create();
    const work = bench.agent('work');
    await bench.write(stages([work.task]));
    const run = command.startsWith('status') ? bench.run() : undefined;
    const working = run && (await work.nextLaunch());
    await bench.rig.write({
      'in-terminal.sh': `set -m; "$AF" ${command}\necho "stopped with $?"; read -r line; fg > /dev/null; echo "ended with $?"`,
    });
    await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
    const worker = working ?? (await work.nextLaunch());
    await worker.say('a line that is longer than a narrow terminal is wide');
    await terminal.waitFor(/● work /);
    expect(terminal.hasCursor).toBe(false);
    await terminal.type(CTRL_Z);
    await terminal.waitFor(/stopped with 148$/);
    expect(terminal.hasCursor).toBe(true);
    terminal.resize(40, 24);
    await terminal.type('\r');
    await terminal.waitFor(/stopped with 148\n[\s\S]*● work /);
    expect(terminal.hasCursor).toBe(false);
    expect(Math.max(...terminal.screen.split('\n').map((line) => line.length))).toBeLessThan(40);
    await worker.exit(0);
    await terminal.waitFor(/ended with 0$/);
    expect(terminal.hasCursor).toBe(true);
  },
);

test('WHEN Enter is pressed in status --watch THEN the report stays in its place', async () => {
  await using bench = await Bench.create();
  const work = bench.agent('work');
  await bench.write(stages([work.task]));
  const run = bench.run();
  const working = await work.nextLaunch();
  await using terminal = await onTerminal(bench, ['status', 's1', '--watch']);
  await terminal.waitFor(/● work /);
  await terminal.type('\r\r\rx');
  await working.run(fake.usage(1200, 300, 0.25));
  await terminal.waitFor(/\$0\.25/);
  expect(terminal.screen.match(/flow +RUNNING/g)).toHaveLength(1);
  await working.say('Done.');
  await working.exit(0);
  await run.exited;
  expect((await terminal.exited).exitCode).toBe(0);
});

test.each(['tty', 'plain'])(
  'WHEN Ctrl-Z is pressed at a question with %s progress THEN it is asked again after fg, and can be answered',
  async (progress) => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'gate', approval: { message: 'Deploy?', capture_response: true } }));
    await bench.rig.write({
      'in-terminal.sh': [
        'set -m',
        `"$AF" run flow.yaml --session-id s1 --progress ${progress}`,
        'echo "stopped with $?"; read -r line; fg > /dev/null; echo "ended with $?"',
      ].join('\n'),
    });
    await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
    await terminal.waitFor(/if you like:$/);
    await terminal.type(CTRL_Z);
    await terminal.waitFor(/stopped with 148$/);
    await terminal.type('\r');
    await terminal.waitFor(/stopped with 148[\s\S]*if you like:$/);
    await terminal.type('y now\r');
    await terminal.waitFor(/ended with 0$/);
    expect(await bench.output('gate')).toBe('now');
  },
);

test('WHEN the terminal changes its size in the middle THEN the progress is there once, and fits', async () => {
  await using bench = await Bench.create();
  const held =
    'echo a line of output that is longer than a narrow terminal is wide; until [ -e go ]; do sleep 0.05; done';
  const many = Array.from({ length: 8 }, (_, index) => ({ id: `task-${index + 1}`, bash: held }));
  await bench.write(nodes(...many));
  await using terminal = await runOnTerminal(bench, ['--concurrency', '8'], { columns: 120, rows: 40 });
  await terminal.waitFor(/task-8 .*wide$/m);
  for (const [columns, rows] of [
    [40, 40],
    [30, 40],
    [100, 40],
  ] as const) {
    terminal.resize(columns, rows);
    await terminal.waitFor(columns < 100 ? /task-8 .*…$/m : /task-8 .*wide$/m);
    expect(terminal.screen.match(/^flow /gm)).toHaveLength(1);
    expect(terminal.screen.match(/● task-/g)).toHaveLength(8);
    expect(Math.max(...terminal.screen.split('\n').map((line) => line.length))).toBeLessThan(columns);
  }
  await bench.rig.write({ go: '' });
  expect((await terminal.exited).exitCode).toBe(0);
  expect(terminal.screen).toMatch(/^✓ layer 1 {2}8 done\n✓ flow done {2}8 done · .*$/);
});

test('WHEN somebody has stepped in THEN what stood on the terminal before is still there, above', async () => {
  await using bench = await Bench.create();
  const agent = bench.agent('talk', { executionMode: 'interactive' });
  await bench.write(stages([agent.task]));
  await bench.rig.write({
    'in-terminal.sh': 'echo "what stood here"; "$AF" run flow.yaml --session-id s1',
  });
  await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
  const talking = await agent.nextLaunch();
  await terminal.waitFor(/^what stood here\n[\s\S]*Ctrl-\] steps out · talk$/);
  await terminal.type(STEP_OUT);
  await terminal.waitFor(/^what stood here\n[\s\S]*● talk[\s\S]*q stops$/);
  await talking.exit(0);
  await terminal.exited;
});
