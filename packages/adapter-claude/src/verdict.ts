import type { AgentVerdict, ProcessExit } from '@agentflow/plugin-sdk';
import { KNOWN_FAILURES, type KnownFailure } from './failures.js';

/** Everything that is known about a headless process at its end. */
export interface Ending {
  readonly exit: ProcessExit;
  readonly result: { readonly ok: boolean; readonly text: string } | undefined;
  readonly outputTokens: number | null;
  readonly refusedTools: readonly string[];
  /** When the limit that stopped it ends, as claude told it. */
  readonly limitResetsAt: string | undefined;
  /** The last of what was said outside the protocol: stderr, plain lines, error codes. */
  readonly complaints: string;
}

/** Exit 0 alone is no success: API errors are told by the result, refused tools by its list, and both exit 0. */
export function judge(ending: Ending): AgentVerdict {
  const { exit, result, refusedTools } = ending;
  if (result && !result.ok) return failure(ending, result.text);
  if (exit.signal !== null) return { ok: false, reason: 'signal', message: `claude was ended by ${exit.signal}.` };
  if (exit.exitCode !== 0) return failure(ending, '');
  if (refusedTools.length > 0) return refusal(refusedTools);
  if (!result) return { ok: false, reason: 'bad-output', message: 'claude exited with code 0 but told no result.' };
  if (result.text.trim() === '') return emptyAnswer(ending);
  if (ending.outputTokens === 0) return noModelAsked(result.text);
  return { ok: true, answer: result.text };
}

function failure({ exit, result, complaints, limitResetsAt }: Ending, error: string): AgentVerdict {
  const [said, complained] = [linesOf(error), linesOf(complaints)];
  const known = recognise(said) ?? recognise(complained);
  if (known) {
    const { reason, summary, hint, conversationLost } = known.failure;
    return {
      ok: false,
      reason,
      message: `${summary}: ${known.words}`,
      hint: reason === 'rate-limited' && limitResetsAt ? `The limit resets at ${limitResetsAt}. ${hint}` : hint,
      ...(conversationLost && { conversationLost }),
    };
  }
  const words = said[0] ?? complained.at(-1) ?? 'it did not say why';
  if (result && !result.ok) return { ok: false, reason: 'agent-error', message: `claude failed: ${words}` };
  return { ok: false, reason: 'exit-code', message: `claude exited with code ${exit.exitCode}: ${words}` };
}

function refusal(tools: readonly string[]): AgentVerdict {
  return {
    ok: false,
    reason: 'refused',
    message: `claude was not allowed to use ${tools.join(', ')}.`,
    hint: 'Set "permissions: edits" or "full" on the task, or list the tool in "allowed_tools".',
  };
}

function emptyAnswer({ outputTokens }: Ending): AgentVerdict {
  if (outputTokens !== 0) return { ok: false, reason: 'bad-output', message: 'claude gave an empty answer.' };
  return {
    ok: false,
    reason: 'transport',
    message: 'claude gave an empty answer and used no token: no model was asked.',
    hint: 'Check the network, and that the prompt does not begin with "/": that is a command of claude.',
  };
}

/** Only a command of claude itself answers without the model; it exits with 0 and calls that a success. */
function noModelAsked(answer: string): AgentVerdict {
  return {
    ok: false,
    reason: 'agent-error',
    message: `claude asked no model and said: ${linesOf(answer)[0]}`,
    hint: 'A prompt that begins with "/" is a command of claude: put a word before it.',
  };
}

function recognise(lines: readonly string[]): { failure: KnownFailure; words: string } | undefined {
  for (const failure of KNOWN_FAILURES) {
    const words = lines.find((line) => failure.pattern.test(line));
    if (words !== undefined) return { failure, words };
  }
  return undefined;
}

const WORDS_LENGTH = 300;

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().slice(0, WORDS_LENGTH))
    .filter(Boolean);
}
