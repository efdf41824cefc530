import type { AgentEvent } from '@agentflow/plugin-sdk';

/**
 * Puts messages together from their pieces. The last one is the final answer: the words since the last tool call,
 * not the thinking aloud before it. `add` returns the whole message that the event ends.
 */
export function createAnswer(): { add(event: AgentEvent): AgentEvent[]; text(): string } {
  let text = '';
  let isOver = true;
  return {
    add(event) {
      if (event.type === 'message') {
        text = isOver || !event.delta ? event.text : text + event.text;
        isOver = event.delta !== true;
        return [];
      }
      const whole: AgentEvent[] = isOver || text.trim() === '' ? [] : [{ type: 'message', text }];
      isOver = true;
      return whole;
    },
    text: () => text,
  };
}
