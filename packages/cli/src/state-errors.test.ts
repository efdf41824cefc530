import { StateError, type StateErrorCode } from '@agentflow/core';
import { expect, test } from 'vitest';
import { explainStateError, isStateError } from './state-errors.js';

test.each<[StateErrorCode, number]>([
  ['bad-session-id', 2],
  ['no-session', 2],
  ['ambiguous-session', 2],
  ['state-read', 1],
  ['state-write', 1],
  ['state-damaged', 1],
  ['state-locked', 1],
  ['session-exists', 2],
])('%s exits with %i and keeps code, text and hint', (code, exitCode) => {
  const { message, hint, ...error } = explainStateError(new StateError('What.', { code, hint: 'Do.' }));
  expect({ message, hint, code: error.code, exitCode: error.exitCode }).toEqual({
    message: 'What.',
    hint: 'Do.',
    code,
    exitCode,
  });
});

test('a state error is known by its name, without loading core', () => {
  expect(isStateError(new StateError('What.', { code: 'state-read' }))).toBe(true);
  expect(isStateError(new TypeError('x is not a function'))).toBe(false);
});
