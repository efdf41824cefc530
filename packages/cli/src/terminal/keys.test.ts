import { expect, test } from 'vitest';
import { readKeys } from './read-keys.js';
import { stepOutKey, untilStepOut } from './step-out-key.js';

test('keys are read by their names, several at once too', () => {
  expect(readKeys('\x1b[A\x1bOBjk\rcQ\x03\x1a\x1b[15~é')).toEqual([
    ...['up', 'down', 'down', 'up', 'enter', 'c', 'q', 'ctrl-c', 'ctrl-z', '\x1b[15~', 'é'],
  ]);
});

test.each([
  ['abc', { before: 'abc', stepsOut: false }],
  ['ab\x1dc', { before: 'ab', stepsOut: true }],
  ['ab\x1b[93;5u', { before: 'ab', stepsOut: true }],
  ['\x1b[27;5;93~x', { before: '', stepsOut: true }],
])('in %j the first Ctrl-] counts, in whatever form', (keys, expected) => {
  expect(untilStepOut(keys, stepOutKey())).toEqual(expected);
});

test.each([
  ['ctrl-b', 'Ctrl-B', ['\x02', '\x1b[98;5u', '\x1b[27;5;98~']],
  ['Ctrl-B', 'Ctrl-B', ['\x02', '\x1b[98;5u', '\x1b[27;5;98~']],
  ['ctrl-\\', 'Ctrl-\\', ['\x1c', '\x1b[92;5u', '\x1b[27;5;92~']],
  [
    'ctrl-^',
    'Ctrl-^',
    ['\x1e', '\x1b[94;5u', '\x1b[27;5;94~', '\x1b[94;6u', '\x1b[27;6;94~', '\x1b[54;6u', '\x1b[27;6;54~'],
  ],
  [
    'ctrl-_',
    'Ctrl-_',
    ['\x1f', '\x1b[95;5u', '\x1b[27;5;95~', '\x1b[95;6u', '\x1b[27;6;95~', '\x1b[45;6u', '\x1b[27;6;45~'],
  ],
])('%s is shown and known in every form that terminals send', (written, name, sequences) => {
  expect(stepOutKey(written)).toEqual({ name, sequences });
});
