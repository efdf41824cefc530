import { expect, test } from 'vitest';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import { errorDocument, formatError } from './print-error.js';

const plain = new CliError('There is no session "x".', { code: 'unknown-session', exitCode: EXIT_CODES.USAGE });
const placed = new CliError('Node "lint" has both "prompt" and "bash".', {
  code: 'invalid-workflow',
  exitCode: EXIT_CODES.INVALID,
  file: 'review.yaml',
  line: 5,
  column: 3,
  hint: 'Keep one.\nagentflow node-types lists what a node can be',
});

test('text is the message, behind its place, and one line for every hint', () => {
  expect(formatError(plain, false)).toBe('error: There is no session "x".\n');
  expect(formatError(placed, false)).toBe(`error: review.yaml:5:3  Node "lint" has both "prompt" and "bash".
hint: Keep one.
hint: agentflow node-types lists what a node can be
`);
});

test('no control character of a message reaches the terminal', () => {
  const details = { code: 'usage', exitCode: EXIT_CODES.USAGE, file: 'f\u0007', hint: 'a\u009b\nb' };
  expect(formatError(new CliError('No "\u001b[2Jx".', details), false)).toBe('error: f  No "x".\nhint: a\nhint: b\n');
});

test('only the labels are coloured', () => {
  const red = '\u001b[31m';
  const end = '\u001b[39m';
  expect(formatError(plain, true)).toBe(`${red}error:${end} There is no session "x".\n`);
});

test('a JSON document leaves out what is not known', () => {
  expect(JSON.stringify(errorDocument(plain))).toBe(
    '{"error":{"code":"unknown-session","message":"There is no session \\"x\\"."}}',
  );
  expect(JSON.parse(JSON.stringify(errorDocument(placed)))).toEqual({
    error: {
      code: 'invalid-workflow',
      message: 'Node "lint" has both "prompt" and "bash".',
      file: 'review.yaml',
      line: 5,
      column: 3,
      hint: 'Keep one.\nagentflow node-types lists what a node can be',
    },
  });
});
