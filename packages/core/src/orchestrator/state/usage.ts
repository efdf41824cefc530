import type { AgentUsage } from '@agentflow/plugin-sdk';
import type { UnknownUsage } from '../types.js';

export const UNKNOWN_USAGE: AgentUsage = { inputTokens: null, outputTokens: null, costUsd: null };

/** What is unknown on one side is taken from the other; unknown on both sides stays unknown. */
export function addUsage(a: AgentUsage, b: AgentUsage): AgentUsage {
  return {
    inputTokens: sum(a.inputTokens, b.inputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    costUsd: sum(a.costUsd, b.costUsd),
  };
}

/** `earlier` and `total` together; a figure that is not told any more stays as it is `known`. */
export function replaceUsage(known: AgentUsage, earlier: AgentUsage, total: AgentUsage): AgentUsage {
  const both = addUsage(earlier, total);
  return {
    inputTokens: total.inputTokens === null ? known.inputTokens : both.inputTokens,
    outputTokens: total.outputTokens === null ? known.outputTokens : both.outputTokens,
    costUsd: total.costUsd === null ? known.costUsd : both.costUsd,
  };
}

/** What has to be added to `before` to get `after`. */
export function usageBetween(before: AgentUsage, after: AgentUsage): AgentUsage {
  return {
    inputTokens: difference(before.inputTokens, after.inputTokens),
    outputTokens: difference(before.outputTokens, after.outputTokens),
    costUsd: difference(before.costUsd, after.costUsd),
  };
}

export const NOTHING_TOLD: UnknownUsage = { tokens: true, cost: true };

/** What stays unknown once an agent has told its usage; undefined when nothing does. */
export function stillUnknown(
  known: UnknownUsage | undefined,
  earlier: UnknownUsage | undefined,
  { inputTokens, outputTokens, costUsd }: AgentUsage,
): UnknownUsage | undefined {
  if (!known) return undefined;
  const tokens = earlier?.tokens || (known.tokens && (inputTokens === null || outputTokens === null));
  const cost = earlier?.cost || (known.cost && costUsd === null);
  return tokens || cost ? { tokens, cost } : undefined;
}

function sum(a: number | null, b: number | null): number | null {
  if (a === null) return b;
  return b === null ? a : round(a + b);
}

function difference(before: number | null, after: number | null): number | null {
  return after === null ? null : round(after - (before ?? 0));
}

/** Keeps sums of money from showing the error of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
