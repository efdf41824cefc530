import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Bench, nodes, scripted } from '../core/bench.js';
import { calmScreen, runOnTerminal } from './session-terminal.js';

test('WHEN many tasks fail THEN the end tells of three, and how many more there are', async () => {
  await using bench = await Bench.create();
  const all = Array.from({ length: 12 }, (_, index) => ({ id: `task-${index + 1}`, bash: 'exit 3' }));
  const { code, stderr } = await bench.finish(nodes(...all));
  expect(code).toBe(1);
  expect(stderr.slice(stderr.indexOf('✗'))).toBe(
    [
      ...['task-1', 'task-2', 'task-3'].map((id) => `✗ ${id} failed: Exit code 3.\n`),
      '… and 9 more failed\n',
      '✗ flow failed  12 failed · 0 ms',
      `  Tasks ${all
        .slice(0, 10)
        .map(({ id }) => `"${id}"`)
        .join(', ')} and 2 more failed.`,
      '  continue: agentflow resume s1',
      '  details:  agentflow status s1\n',
    ].join('\n'),
  );
});

test('WHEN the terminal is narrow THEN lines are broken between words, and nothing that a task printed is', async () => {
  await using bench = await Bench.create();
  await bench.write(nodes({ id: 'ask', bash: 'echo It is a long, long way; exit 3' }));
  await using terminal = await runOnTerminal(bench, [], { columns: 20, rows: 30 });
  expect((await terminal.exited).exitCode).toBe(1);
  expect(calmScreen(terminal.screen)).toMatchInlineSnapshot(`
    "✗ layer 1  ✗1
    ✗ ask failed: Exit
      code 3.
      │ It is a long, lo
    ng way
      log: .agentflow/se
    ssions/s1/logs/ask.1
    .log

    ✗ flow failed 1
      failed · 0 s
      Task "ask" failed.
      continue:
        agentflow resume
        s1
      details: agentflow
        status s1"
  `);
});

test('WHEN an agent fails THEN the end shows what it said beside its events', async () => {
  await using bench = await Bench.create();
  const { stderr } = await bench.finish(nodes(scripted('ask', 'stderr Something broke.; error-event API Error: 400')));
  expect(stderr.slice(stderr.indexOf('✗'))).toMatchInlineSnapshot(`
    "✗ ask failed: The demo agent failed: API Error: 400
      │ Something broke.
      log: .agentflow/sessions/s1/logs/ask.1.log

    ✗ flow failed  1 failed · 0 ms
      Task "ask" failed.
      continue: agentflow resume s1
      details:  agentflow status s1
    "
  `);
});

test('WHEN an agent fails in a way that its adapter knows THEN the end shows only that, and where the log is', async () => {
  await using bench = await Bench.create();
  const result = '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 401 no"}';
  await bench.rig.write({
    '../bin/claude': `#!/bin/sh\necho '${result}'\necho '    at main (cli.js:1:2)' >&2\nexit 1\n`,
  });
  await chmod(`${bench.rig.bin}/claude`, 0o755);
  const { stderr } = await bench.finish(nodes({ id: 'ask', adapter: 'claude', prompt: 'Hello.' }));
  expect(stderr.slice(stderr.indexOf('✗'))).toMatchInlineSnapshot(`
    "✗ ask failed: Claude Code could not log in: API Error: 401 no
      hint: Run "claude" and log in with /login, or set a valid ANTHROPIC_API_KEY.
      log: .agentflow/sessions/s1/logs/ask.1.log

    ✗ flow failed  1 failed · 0 ms
      Task "ask" failed.
      continue: agentflow resume s1
      details:  agentflow status s1
    "
  `);
});
