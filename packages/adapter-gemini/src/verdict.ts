import type { AgentVerdict, ProcessExit } from '@agentflow/plugin-sdk';
import { CLIENT_NOT_SUPPORTED, KNOWN_FAILURES, type KnownFailure } from './failures.js';

/** Everything that is known about a headless process at its end. */
export interface Ending {
  readonly exit: ProcessExit;
  readonly result: { readonly ok: boolean; readonly text: string } | undefined;
  readonly outputTokens: number | null;
  readonly refusedTools: readonly string[];
  /** The last of what was said outside the protocol: stderr, plain lines, error records. */
  readonly complaints: string;
}

/** Exit 0 alone is no success: gemini also exits so after refused tools and empty answers. */
export function judge(ending: Ending): AgentVerdict {
  const { exit, result, refusedTools } = ending;
  if (result && !result.ok) return failure(ending, result.text);
  if (exit.signal !== null) return { ok: false, reason: 'signal', message: `gemini was ended by ${exit.signal}.` };
  if (exit.exitCode !== 0) return failure(ending, '');
  if (refusedTools.length > 0) return refusal(refusedTools);
  if (!result) return { ok: false, reason: 'bad-output', message: 'gemini exited with code 0 but told no result.' };
  if (result.text.trim() === '') return emptyAnswer(ending);
  return { ok: true, answer: result.text };
}

function failure({ exit, result, complaints }: Ending, error: string): AgentVerdict {
  const said = linesOf(error).join(' ').slice(0, WORDS_LENGTH);
  const complained = linesOf(complaints);
  const words = said || (complained.at(-1) ?? 'it did not say why');
  // stderr is noisy, with stack traces in it: it is asked last, except about the one failure that nothing else tells.
  const known =
    recognise([said], KNOWN_FAILURES) ??
    recognise(complained, [CLIENT_NOT_SUPPORTED]) ??
    recogniseCode(exit.exitCode, words) ??
    (said === '' ? recognise(complained, KNOWN_FAILURES) : undefined);
  if (known) {
    const { reason, summary, hint, conversationLost } = known.failure;
    const message = `${summary}: ${known.words}`;
    return { ok: false, reason, message, hint, ...(conversationLost && { conversationLost }) };
  }
  if (exit.exitCode === CANCELLED) return { ok: false, reason: 'signal', message: 'gemini was cancelled.' };
  if (result && !result.ok) return { ok: false, reason: 'agent-error', message: `gemini failed: ${words}` };
  return { ok: false, reason: 'exit-code', message: `gemini exited with code ${exit.exitCode}: ${words}` };
}

const CANCELLED = 130;

function refusal(tools: readonly string[]): AgentVerdict {
  return {
    ok: false,
    reason: 'refused',
    message: `gemini was not allowed to use ${tools.join(', ')}.`,
    hint: 'Set "permissions: edits" or "full" on the task, or allow the tool in a policy of Gemini CLI.',
  };
}

function emptyAnswer({ outputTokens }: Ending): AgentVerdict {
  if (outputTokens !== 0) return { ok: false, reason: 'bad-output', message: 'gemini gave an empty answer.' };
  return {
    ok: false,
    reason: 'transport',
    message: 'gemini gave an empty answer and used no token: no model was asked.',
    hint: 'Check the network, and that the prompt does not begin with "/": that is a command of gemini.',
  };
}

interface Recognised {
  readonly failure: KnownFailure;
  readonly words: string;
}

function recognise(lines: readonly string[], failures: readonly KnownFailure[]): Recognised | undefined {
  for (const failure of failures) {
    const words = lines.find((line) => failure.pattern.test(line));
    if (words !== undefined) return { failure, words };
  }
  return undefined;
}

function recogniseCode(exitCode: number | null, words: string): Recognised | undefined {
  const failure = KNOWN_FAILURES.find(({ exitCodes }) => exitCode !== null && exitCodes.includes(exitCode));
  return failure && { failure, words };
}

const WORDS_LENGTH = 300;

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().slice(0, WORDS_LENGTH))
    .filter(Boolean);
}
