import type { AgentEvent } from '../../agent-events.js';
import type { Invocation } from './command-line.js';
import type { Input } from './input.js';
import { write } from './output.js';
import type { Report } from './protocol.js';
import { withoutScript } from './script.js';
import type { Turn } from './turn.js';
import type { Voice } from './voices/voice.js';

/** Everything a step may use. */
export interface TurnContext {
  readonly invocation: Invocation;
  readonly argv: readonly string[];
  readonly voice: Voice;
  readonly input: Input;
  readonly turn: Turn;
  /** Counts the turns of the conversation, from 1. */
  readonly number: number;
  /** What is asked in this turn. */
  readonly prompt: string;
  /** Tells the test, if one listens. */
  report(fact: Report): void;
  /** Ends the process, and with code 0 the turn. */
  exit(code: number): Promise<never>;
}

/** Shows a question and waits for the answer; without anybody to answer it is empty. */
export async function ask({ voice, input }: TurnContext, question: string): Promise<string> {
  const { show, clear } = voice.ask(question);
  void write('stdout', show);
  const reply = await input.nextLine();
  await write('stdout', clear);
  return reply ?? '';
}

/** What a turn cost, from the lengths of prompt and answer: the same for the same words. */
export function usageOf({ invocation, prompt, turn }: TurnContext): Extract<AgentEvent, { type: 'usage' }> {
  const inputTokens = tokensIn(withoutScript(prompt));
  const outputTokens = tokensIn(turn.answer);
  const costUsd = invocation.as === 'plain' ? 0 : (inputTokens * 3 + outputTokens * 15) / 1_000_000;
  return { type: 'usage', counts: 'total', inputTokens, outputTokens, costUsd };
}

function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}
