import { expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';
import { calmScreen, runOnTerminal } from './session-terminal.js';

/** Clears the screen, sets the title, moves up, and goes back to the start of the line. */
const HOSTILE = String.raw`printf 'one\033[2J\033[H\033]0;title\007\033[5Atwo\r\302\233\nthree'`;

test('WHEN an output with control sequences is part of a question THEN the question shows its text only', async () => {
  await using bench = await Bench.create();
  const gate = { id: 'gate', depends_on: ['a'], approval: { message: 'Publish? $a.output' } };
  await bench.write(nodes({ id: 'a', bash: HOSTILE }, gate));
  await using terminal = await runOnTerminal(bench);
  await terminal.waitFor(
    /gate asks: {2}\(Ctrl-\] shows the progress\)\n\n {2}Publish\? onetwo\n {2}three\n\nApprove\? y or n, .*:$/,
  );
  await terminal.type('y\r');
  expect((await terminal.exited).exitCode).toBe(0);
  expect(calmScreen(terminal.screen)).toMatch(/✓ flow done {2}2 done · 0 s$/);
});

test('WHEN names, questions and failures hold control sequences THEN lines show their text only', async () => {
  await using bench = await Bench.create();
  const workflow = nodes(
    { id: 'a', bash: HOSTILE },
    { id: 'gate', depends_on: ['a'], approval: { message: 'Publish? $a.output' } },
    { id: 'bad', bash: `${HOSTILE} >&2; exit 3` },
    { id: 'off', depends_on: ['a'], when: "$a.output == '\x1b[2Jx'", bash: 'true' },
  );
  const { stderr } = await bench.finish({ ...workflow, name: 'flow\x1b]0;title\x07\x1b[2J' }, ['--no-input']);
  expect(stderr.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g)).toBeNull();
  expect(stderr).toMatch(/^hh:mm:ss {2}session {2}started {4}flow · s1$/m);
  expect(stderr).toMatch(/^hh:mm:ss {2}gate {5}waiting {4}Publish\? onetwo three$/m);
  expect(stderr).toMatch(/^■ flow paused /m);
});
