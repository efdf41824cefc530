import {
  type AgentEnding,
  type AgentVerdict,
  judgeEnding,
  type RecognisedFailure,
  recogniseFailure,
} from '@agentflow/plugin-sdk';
import { CLIENT_NOT_SUPPORTED, KNOWN_FAILURES } from './failures.js';

/** Exit code 0 alone is no success: gemini also exits so after refused tools and empty answers. */
export function judge(ending: AgentEnding): AgentVerdict {
  const verdict = judgeEnding(ending, {
    program: 'gemini',
    refusedHint: 'Set "permissions: edits" or "full" on the task, or allow the tool in a policy of Gemini CLI.',
    recognise,
  });
  const isCancelled = !verdict.ok && verdict.hint === undefined && ending.exit.exitCode === CANCELLED;
  return isCancelled ? { ok: false, reason: 'signal', message: 'gemini was cancelled.' } : verdict;
}

const CANCELLED = 130;

/** stderr is noisy, with stack traces in it: it is asked last, except about the one failure that nothing else tells. */
function recognise({ exit, said, complaints }: AgentEnding, words: string): RecognisedFailure | undefined {
  return (
    recogniseFailure([said], KNOWN_FAILURES) ??
    recogniseFailure(complaints, [CLIENT_NOT_SUPPORTED]) ??
    recogniseCode(exit.exitCode, words) ??
    (said === '' ? recogniseFailure(complaints, KNOWN_FAILURES) : undefined)
  );
}

function recogniseCode(exitCode: number | null, words: string): RecognisedFailure | undefined {
  const failure = KNOWN_FAILURES.find(({ exitCodes }) => exitCode !== null && exitCodes.includes(exitCode));
  return failure && { failure, words };
}
