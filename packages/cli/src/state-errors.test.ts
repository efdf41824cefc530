import { StateError, type StateErrorCode } from '@agentflow/core';
import { expect, test } from 'vitest';
import type { CliError } from './cli-error.js';
import { explainStateError } from './state-errors.js';

test.each<[StateErrorCode, number]>([
  ['bad-session-id', 2],
  ['no-session', 2],
  ['ambiguous-session', 2],
  ['state-read', 1],
  ['state-write', 1],
  ['state-damaged', 1],
  ['state-locked', 1],
  ['session-exists', 1],
])('%s exits with %i and keeps code, text and hint', (code, exitCode) => {
  const { message, hint, ...error } = explainStateError(new StateError('What.', { code, hint: 'Do.' })) as CliError;
  expect({ message, hint, code: error.code, exitCode: error.exitCode }).toEqual({
    message: 'What.',
    hint: 'Do.',
    code,
    exitCode,
  });
});

test('any other error stays what it is', () => {
  const bug = new TypeError('x is not a function');
  expect(explainStateError(bug)).toBe(bug);
});
