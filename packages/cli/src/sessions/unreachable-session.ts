import type { SessionView } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';

/** A process runs the session, but does not answer. A process id means nothing on another machine. */
export function unreachableSession(
  { session: { id }, pid, host, paths }: SessionView,
  why = 'it does not listen',
): CliError {
  const details = { code: 'session-unreachable', exitCode: EXIT_CODES.FAILED };
  if (host === null)
    return new CliError(`Session ${id} runs as process ${pid}, but cannot be reached: ${why}.`, {
      ...details,
      hint: `kill ${pid} ends it; it can then be resumed or cancelled.`,
    });
  return new CliError(`Session ${id} runs as process ${pid} on "${host}" and can be reached only there.`, {
    ...details,
    hint: `If that process is gone, remove ${paths.lock} and try again.`,
  });
}
