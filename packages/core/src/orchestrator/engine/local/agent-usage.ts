import type { AgentEvent, AgentUsage } from '@agentflow/plugin-sdk';

export const NO_USAGE: AgentUsage = { inputTokens: null, outputTokens: null, costUsd: null };

/** What is known after a usage event; unknown stays null. */
export function addUsage(known: AgentUsage, event: Extract<AgentEvent, { type: 'usage' }>): AgentUsage {
  const combine = (before: number | null, now: number | null) => {
    if (now === null) return before;
    return event.counts === 'total' ? now : (before ?? 0) + now;
  };
  return {
    inputTokens: combine(known.inputTokens, event.inputTokens),
    outputTokens: combine(known.outputTokens, event.outputTokens),
    costUsd: combine(known.costUsd, event.costUsd),
  };
}
