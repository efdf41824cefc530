import { type AgentEnding, type AgentVerdict, judgeEnding, recogniseFailure } from '@agentflow/plugin-sdk';
import { KNOWN_FAILURES } from './failures.js';

/** API errors are told by the result, refused tools by its list, and both exit with 0. */
export function judge(ending: AgentEnding): AgentVerdict {
  const verdict = judgeEnding(ending, {
    program: 'claude',
    refusedHint: 'Set "permissions: edits" or "full" on the task, or list the tool in "allowed_tools".',
    recognise: ({ said, complaints }) =>
      recogniseFailure([said], KNOWN_FAILURES) ?? recogniseFailure(complaints, KNOWN_FAILURES),
  });
  return verdict.ok && ending.outputTokens === 0 ? noModelAsked(verdict.answer) : verdict;
}

/** Only a command of claude itself answers without the model; it exits with 0 and calls that a success. */
function noModelAsked(answer: string): AgentVerdict {
  return {
    ok: false,
    reason: 'agent-error',
    message: `claude asked no model and said: ${answer.trim().split('\n')[0]}`,
    hint: 'It took the prompt for a command of its own: put a word before it.',
  };
}
