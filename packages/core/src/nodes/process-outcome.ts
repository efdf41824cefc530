import type { Outcome, ProcessResult } from '@agentflow/plugin-sdk';

/** What the end of a program means for its node: exit 0 is success, stdout is the output. */
export function processOutcome(program: string, result: ProcessResult, installHint?: string): Outcome {
  const { exitCode, signal, startError } = result;
  if (startError) {
    const reason = startError.code === 'ENOENT' ? 'missing-program' : 'not-started';
    const message =
      reason === 'missing-program'
        ? `The program "${program}" is not on the PATH.`
        : `${program} could not start: ${startError.message}`;
    return { status: 'failed', reason, message, ...(installHint && { hint: installHint }) };
  }
  const output = result.stdoutFile === null ? '' : { file: result.stdoutFile };
  if (exitCode === 0) return { status: 'done', output, exitCode };
  if (signal !== null)
    return { status: 'failed', reason: 'signal', message: `Ended by signal ${signal}.`, exitCode, output };
  return { status: 'failed', reason: 'exit-code', message: `Exit code ${exitCode}.`, exitCode, output };
}
