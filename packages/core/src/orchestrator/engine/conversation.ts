import type { AgentEvent } from '@agentflow/plugin-sdk';
import type { Conversation } from '../types.js';
import type { Attempt } from './attempt.js';

/** The conversation that an agent says to have, with what is needed to continue it. */
export function conversationOf(event: AgentEvent, { agent, cwd }: Attempt): Conversation | undefined {
  if (event.type !== 'session' || !agent) return undefined;
  const { conversationId: id, version } = event;
  return { id, adapter: agent.adapter, cwd, ...(version !== undefined && { version }) };
}
