import { expect, test } from 'vitest';
import { readKeys } from './read-keys.js';
import { untilStepOut } from './sequences.js';

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
  expect(untilStepOut(keys)).toEqual(expected);
});
