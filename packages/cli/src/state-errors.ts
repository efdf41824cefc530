import { StateError, type StateErrorCode } from '@agentflow/core';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

/** Errors about what was written on the command line; the others are trouble with the files of a session. */
const WRONG_USAGE: ReadonlySet<StateErrorCode> = new Set(['bad-session-id', 'no-session', 'ambiguous-session']);

/** Trouble with a stored session as the error that is shown; anything else stays what it is. */
export function explainStateError(error: unknown): unknown {
  if (!(error instanceof StateError)) return error;
  const { code, message, hint } = error;
  const exitCode = WRONG_USAGE.has(code) ? EXIT_CODES.USAGE : EXIT_CODES.FAILED;
  return new CliError(message, { code, exitCode, hint, cause: error });
}
