import type { AgentEvent } from '../../../agent-events.js';
import type { Voice, VoiceOptions } from './voice.js';

type ToolEvent = Extract<AgentEvent, { type: 'tool' }>;

/** The records of `gemini --output-format stream-json`. */
export function createGeminiVoice({ invocation, conversationId }: VoiceOptions): Voice {
  let calls = 0;
  let hasSpoken = false;
  let stats: object = { total_tokens: 0, input_tokens: 0, output_tokens: 0 };

  const line = (record: object) => `${JSON.stringify(record)}\n`;
  const says = (text: string, isPiece = false) => {
    const content = hasSpoken && !isPiece ? `\n${text}` : text;
    hasSpoken = true;
    return line({ type: 'message', role: 'assistant', content, delta: true });
  };
  const tool = ({ name, state, detail = '' }: ToolEvent) => {
    if (state === 'started') {
      calls += 1;
      const parameters = detail === '' ? {} : { command: detail };
      return line({ type: 'tool_use', tool_name: name, tool_id: `call-${calls}`, parameters });
    }
    const end = { type: 'tool_result', tool_id: `call-${calls}` };
    if (state === 'finished') return line({ ...end, status: 'success', output: detail });
    const type = state === 'refused' ? 'policy_violation' : 'tool_error';
    const message = detail || (state === 'refused' ? `Tool "${name}" is denied by policy.` : `Tool "${name}" failed.`);
    return line({ ...end, status: 'error', error: { type, message } });
  };

  const tell = (event: AgentEvent): string => {
    switch (event.type) {
      case 'session':
        return [
          line({ type: 'init', session_id: conversationId, model: event.model ?? GEMINI_MODEL }),
          line({ type: 'message', role: 'user', content: invocation.prompt ?? '' }),
        ].join('');
      case 'message':
        return says(event.text, event.delta);
      case 'tool':
        hasSpoken = false;
        return tool(event);
      case 'usage': {
        const { inputTokens, outputTokens } = event;
        const total = (inputTokens ?? 0) + (outputTokens ?? 0);
        stats = { total_tokens: total, input_tokens: inputTokens, output_tokens: outputTokens };
        return '';
      }
      case 'retry':
        return line({ type: 'error', severity: 'warning', message: `Retrying: ${event.reason}` });
      case 'rate-limit':
        return line({ type: 'error', severity: 'error', message: `RESOURCE_EXHAUSTED: ${event.message}` });
      case 'result':
        return line({
          type: 'result',
          status: event.ok ? 'success' : 'error',
          ...(!event.ok && { error: { type: 'Error', message: event.text } }),
          stats: { ...stats, tool_calls: calls },
        });
    }
  };
  return { tell, ask: (question) => ({ show: says(question), clear: '' }) };
}

const GEMINI_MODEL = 'gemini-2.5-pro';
