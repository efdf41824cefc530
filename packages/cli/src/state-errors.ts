import type { StateError, StateErrorCode } from '@agentflow/core';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

/** Errors about what was written on the command line; the others are trouble with the files of a session. */
const WRONG_USAGE: ReadonlySet<StateErrorCode> = new Set([
  'bad-session-id',
  'no-session',
  'ambiguous-session',
  'session-exists',
]);

/** Known by its name: importing core for `instanceof` would make every command start slowly. */
export function isStateError(error: unknown): error is StateError {
  return error instanceof Error && error.name === 'StateError';
}

/** Trouble with a stored session as the error that is shown. */
export function explainStateError(error: StateError): CliError {
  const { code, message, hint } = error;
  const exitCode = WRONG_USAGE.has(code) ? EXIT_CODES.USAGE : EXIT_CODES.FAILED;
  return new CliError(message, { code, exitCode, hint, cause: error });
}
