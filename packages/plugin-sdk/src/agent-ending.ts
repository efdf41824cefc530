import type { AgentVerdict, ProcessExit } from './adapter.js';
import type { AgentEvent } from './agent-events.js';
import type { FailureReason } from './outcome.js';

/** Everything that is known about a headless process at its end. */
export interface AgentEnding {
  readonly exit: ProcessExit;
  readonly result: { readonly ok: boolean; readonly text: string } | undefined;
  readonly outputTokens: number | null;
  /** Each once. */
  readonly refusedTools: readonly string[];
  /** When the limit that stopped it ends, if the agent told it. */
  readonly limitResetsAt: string | undefined;
  /** What an unsuccessful result says, in one line; empty where there is none. */
  readonly said: string;
  /** The last lines of what was said outside the protocol: stderr, plain lines, error codes. */
  readonly complaints: readonly string[];
}

/** Gathers while an agent works what its end is judged by. */
export class EndingRecord {
  readonly #harmlessTools: ReadonlySet<string>;
  readonly #refusedTools = new Set<string>();
  #result: AgentEnding['result'];
  #outputTokens: number | null = null;
  #limitResetsAt: string | undefined;
  #complaints = '';

  /** `harmlessTools`: an answer is whole although one of these was refused. */
  constructor(harmlessTools: readonly string[] = []) {
    this.#harmlessTools = new Set(harmlessTools);
  }

  /** Adds what was said outside the protocol, in pieces as they come. */
  complain(text: string): void {
    this.#complaints = (this.#complaints + text).slice(-COMPLAINTS_LENGTH);
  }

  remember(event: AgentEvent): void {
    if (event.type === 'result') this.#result = event;
    if (event.type === 'usage') this.#outputTokens = event.outputTokens;
    if (event.type === 'rate-limit') this.#limitResetsAt = event.resetsAt;
    if (event.type !== 'tool' || event.state !== 'refused' || this.#harmlessTools.has(event.name)) return;
    this.#refusedTools.add(event.name);
  }

  at(exit: ProcessExit): AgentEnding {
    return {
      exit,
      result: this.#result,
      outputTokens: this.#outputTokens,
      refusedTools: [...this.#refusedTools],
      limitResetsAt: this.#limitResetsAt,
      said: this.#result?.ok === false ? linesOf(this.#result.text).join(' ').slice(0, LONGEST_LINE) : '',
      complaints: linesOf(this.#complaints),
    };
  }
}

const COMPLAINTS_LENGTH = 8_000;
const LONGEST_LINE = 300;

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().slice(0, LONGEST_LINE))
    .filter(Boolean);
}

/** A failure that an agent tells in words that are known. */
export interface KnownFailure {
  readonly pattern: RegExp;
  readonly reason: FailureReason;
  readonly summary: string;
  readonly hint: string;
  readonly conversationLost?: true;
}

/** A known failure, found in what an agent said. */
export interface RecognisedFailure {
  readonly failure: KnownFailure;
  /** The line that tells it. */
  readonly words: string;
}

/** The first of these failures that one of the lines tells. */
export function recogniseFailure(
  lines: readonly string[],
  failures: readonly KnownFailure[],
): RecognisedFailure | undefined {
  for (const failure of failures) {
    const words = lines.find((line) => failure.pattern.test(line));
    if (words !== undefined) return { failure, words };
  }
  return undefined;
}

/** What `judgeEnding` has to know about one agent. */
export interface EndingRules {
  /** The program's name, for messages. */
  readonly program: string;
  /** What to do when a tool was refused. */
  readonly refusedHint: string;
  /** Names a failure whose words or exit code are known. */
  readonly recognise: (ending: AgentEnding, words: string) => RecognisedFailure | undefined;
}

/** Judges a headless end: exit code 0, a good result, no refused tool and an answer together are a success. */
export function judgeEnding(ending: AgentEnding, rules: EndingRules): AgentVerdict {
  const { exit, result, refusedTools, outputTokens } = ending;
  const { program, refusedHint: hint } = rules;
  if (result && !result.ok) return failure(ending, rules);
  if (exit.signal !== null) return failed('signal', `${program} was ended by ${exit.signal}.`);
  if (exit.exitCode !== 0) return failure(ending, rules);
  if (refusedTools.length > 0)
    return { ...failed('refused', `${program} was not allowed to use ${refusedTools.join(', ')}.`), hint };
  if (!result) return failed('bad-output', `${program} exited with code 0 but told no result.`);
  if (result.text.trim() === '') return emptyAnswer(outputTokens, program);
  return { ok: true, answer: result.text };
}

type Failed = Extract<AgentVerdict, { ok: false }>;

function failed(reason: FailureReason, message: string): Failed {
  return { ok: false, reason, message };
}

function failure(ending: AgentEnding, { program, recognise }: EndingRules): Failed {
  const { exit, result, said, complaints } = ending;
  const words = said || lastWords(complaints);
  const known = recognise(ending, words);
  if (known) return knownFailure(known, ending);
  if (result && !result.ok) return failed('agent-error', `${program} failed: ${words}`);
  return failed('exit-code', `${program} exited with code ${exit.exitCode}: ${words}`);
}

/** An error may be followed by its stack and the fields of its object. */
function lastWords(complaints: readonly string[]): string {
  const told = complaints.filter((line) => !/^at /.test(line));
  return told.findLast((line) => /error: /i.test(line)) ?? told.at(-1) ?? 'it did not say why';
}

function knownFailure({ failure: known, words }: RecognisedFailure, { limitResetsAt }: AgentEnding): Failed {
  const { reason, summary, hint, conversationLost } = known;
  return {
    ...failed(reason, `${summary}: ${words}`),
    hint: reason === 'rate-limited' && limitResetsAt ? `The limit resets at ${limitResetsAt}. ${hint}` : hint,
    ...(conversationLost && { conversationLost }),
  };
}

/** No token means that no model was asked: the program took the prompt for a command, or has no connection. */
function emptyAnswer(outputTokens: number | null, program: string): Failed {
  if (outputTokens !== 0) return failed('bad-output', `${program} gave an empty answer.`);
  return {
    ...failed('transport', `${program} gave an empty answer and used no token: no model was asked.`),
    hint: `Check the network, and that the prompt does not begin with "/": that is a command of ${program}.`,
  };
}
