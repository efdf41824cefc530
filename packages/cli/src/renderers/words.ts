import type { AgentUsage, SessionEvent, SkipReason, UnknownUsage } from '@agentflow/core';
import { plainLine } from '../sessions/text-layout.js';

/** 340 ms, 2.1 s, 3 min 20 s, 1 h 4 min. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Whether a figure is not known in full, or of how many tasks. */
type Unknown = { readonly [Figure in keyof UnknownUsage]: boolean | number };

/** Tokens and money as far as they are known, with ≥ where that is not all; empty when nothing is. */
export function usageWords(
  { inputTokens, outputTokens, costUsd }: AgentUsage,
  unknown: Unknown = { tokens: false, cost: false },
): string {
  const bound = (figure: keyof Unknown) => (unknown[figure] ? '≥ ' : '');
  const tokens = inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0);
  return [
    ...(tokens === null
      ? []
      : [`${bound('tokens')}${tokens.toLocaleString('en-US')} ${tokens === 1 ? 'token' : 'tokens'}`]),
    ...(costUsd === null ? [] : [`${bound('cost')}${moneyWords(costUsd)}`]),
  ].join(' · ');
}

/** $0, $0.0021, $0.25. */
function moneyWords(usd: number): string {
  if (usd === 0) return '$0';
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}

/** Why a task was skipped, in one line. */
export function skipWords(because: SkipReason): string {
  if (because.kind === 'when') {
    const values = Object.entries(because.values).map(
      ([name, value]) => `${name} is ${shorten(JSON.stringify(value))}`,
    );
    return `when ${because.expression} is false${values.length > 0 ? ` (${values.join(', ')})` : ''}`;
  }
  const { failedBehind = {} } = because;
  const states = Object.entries(because.dependencies).map(([id, status]) =>
    Object.hasOwn(failedBehind, id) ? `${id} is ${status} because of ${failedBehind[id]}` : `${id} is ${status}`,
  );
  return `${because.rule}: ${states.join(', ')}`;
}

/** The time of day of an event, as a person's clock shows it. */
export function clockTime({ ts }: Pick<SessionEvent, 'ts'>): string {
  return new Date(ts).toTimeString().slice(0, 8);
}

/** One line of at most that many characters. */
export function shorten(text: string, length = 80): string {
  const line = plainLine(text).replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
