import { expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';
import { onTerminal } from './session-terminal.js';

test('WHEN it runs in GitHub Actions THEN the output of each task is a group, in which no command counts', async () => {
  await using bench = await Bench.create();
  const run = { id: 'talk', bash: 'echo "::error::not a command"; printf "\\033[31mred\\033[0m"' };
  const { stderr } = await bench.finish(nodes(run), [], { env: { CI: 'true', GITHUB_ACTIONS: 'true' } });
  const token = /::stop-commands::(\S+)/.exec(stderr)?.[1] ?? 'none';
  expect(stderr.replaceAll(token, '<token>')).toBe(
    [
      'hh:mm:ss  session  started    flow · s1',
      'hh:mm:ss  talk     started',
      'hh:mm:ss  talk     done       0 ms',
      '::group::talk: output',
      '::stop-commands::<token>',
      '::error::not a command',
      'red',
      '::<token>::',
      '::endgroup::',
      '✓ flow done  1 done · 0 ms',
      '',
    ].join('\n'),
  );
});

test('WHEN it runs in GitHub Actions THEN neither the result nor a failure can be taken for a command', async () => {
  await using bench = await Bench.create();
  const github = { env: { CI: 'true', GITHUB_ACTIONS: 'true' } };
  const hostile = { id: 'talk', bash: 'printf "one\\n::error::two\\n ::add-mask::three"' };
  const { stdout } = await bench.finish(nodes(hostile), [], github);
  expect(stdout).toBe('one\n:\u200b:error::two\n :\u200b:add-mask::three\n');
  const stop = { id: 'stop', depends_on: ['talk'], cancel: '$talk.output' };
  await bench.write(nodes(hostile, stop));
  const cancelled = await bench.rig.run(['run', 'flow.yaml', '--session-id', 's2'], github);
  expect(cancelled.stderr).toContain('\n  one\n  :\u200b:error::two\n   :\u200b:add-mask::three\n');
});

test('WHEN it runs in GitLab THEN the output of each task is a section that can be unfolded', async () => {
  await using bench = await Bench.create();
  const run = [
    { id: 'talk', bash: 'echo one; echo two' },
    { id: 'silent', depends_on: ['talk'], bash: 'true' },
  ];
  const { stderr } = await bench.finish(nodes(...run), [], { env: { CI: 'true', GITLAB_CI: 'true' } });
  expect(stderr.replace(/:\d{10,}:/g, ':<time>:')).toBe(
    [
      'hh:mm:ss  session  started    flow · s1',
      'hh:mm:ss  talk     started',
      'hh:mm:ss  talk     done       0 ms',
      '\x1b[0Ksection_start:<time>:agentflow_talk__output[collapsed=true]\r\x1b[0Ktalk: output',
      'one',
      'two',
      '\x1b[0Ksection_end:<time>:agentflow_talk__output\r\x1b[0K',
      'hh:mm:ss  silent   started',
      'hh:mm:ss  silent   done       0 ms',
      '✓ flow done  2 done · 0 ms',
      '',
    ].join('\n'),
  );
});

test.each([
  ['CI is set', 'CI=true'],
  ['TERM is dumb', 'TERM=dumb'],
])('WHEN %s on a terminal THEN there is one line for every change', async (_what, variable) => {
  await using bench = await Bench.create();
  await bench.write(nodes({ id: 'a', bash: 'true' }));
  await bench.rig.write({ 'in-terminal.sh': `${variable} "$AF" run flow.yaml --session-id s1` });
  await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
  expect((await terminal.exited).exitCode).toBe(0);
  expect(terminal.screen).toMatch(/session {2}started[\s\S]*a {8}started[\s\S]*a {8}done/);
});

test('WHEN it runs in the background of a shell THEN it is not stopped, and writes lines', async () => {
  await using bench = await Bench.create();
  await bench.write(nodes({ id: 'a', bash: 'true' }));
  await bench.rig.write({
    'in-terminal.sh': 'set -m; "$AF" run flow.yaml --session-id s1 & wait $!; echo "ended: $?"',
  });
  await using terminal = await onTerminal(bench, [], { shell: 'in-terminal.sh' });
  await terminal.waitFor(/a {8}done[\s\S]*✓ flow done[\s\S]*ended: 0$/);
});
