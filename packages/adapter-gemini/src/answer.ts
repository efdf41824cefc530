import type { AgentEvent } from '@agentflow/plugin-sdk';

/** Puts the final answer together: the words since the last tool call, not the thinking aloud before it. */
export function createAnswer(): { add(event: AgentEvent): void; text(): string } {
  let text = '';
  let isOver = false;
  return {
    add(event) {
      if (event.type === 'tool') isOver = true;
      if (event.type !== 'message') return;
      text = isOver || !event.delta ? event.text : text + event.text;
      isOver = false;
    },
    text: () => text,
  };
}
