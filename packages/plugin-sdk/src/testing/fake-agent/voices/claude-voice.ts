import type { AgentEvent } from '../../../agent-events.js';
import type { Voice, VoiceOptions } from './voice.js';

type ToolEvent = Extract<AgentEvent, { type: 'tool' }>;

/** The records of `claude -p --output-format stream-json --verbose`. */
export function createClaudeVoice({ invocation, conversationId }: VoiceOptions): Voice {
  let calls = 0;
  let messages = 0;
  let usage: { readonly input_tokens?: number | null; readonly output_tokens?: number | null } = {};
  /** The part of the input that messages have told. */
  let told = 0;
  let cost: number | null = null;
  const denials: object[] = [];

  const line = (record: object) => `${JSON.stringify({ ...record, session_id: conversationId })}\n`;
  const assistant = (content: object) => {
    const id = `msg_${++messages}`;
    const model = invocation.model ?? CLAUDE_MODEL;
    const message = { id, role: 'assistant', model, content: [content], ...messageUsage() };
    return line({ type: 'assistant', message, parent_tool_use_id: null });
  };
  /** That of the beginning of a message, as the real one tells it. */
  const messageUsage = () => {
    const { input_tokens: input } = usage;
    if (typeof input !== 'number') return {};
    const read = input - told;
    told = input;
    return { usage: { input_tokens: read, output_tokens: 1 } };
  };
  const toolResult = (isError: boolean, content: string) => {
    const block = { type: 'tool_result', tool_use_id: `toolu_${calls}`, is_error: isError, content };
    return line({ type: 'user', message: { role: 'user', content: [block] } });
  };
  const tool = ({ name, state, detail = '' }: ToolEvent) => {
    if (state === 'finished') return toolResult(false, detail);
    if (state === 'failed') return toolResult(true, detail);
    const input = detail === '' ? {} : { command: detail };
    if (state === 'refused') denials.push({ tool_name: name, tool_use_id: `toolu_${calls}`, tool_input: input });
    if (state === 'refused') return toolResult(true, `Permission to use ${name} has been denied.`);
    calls += 1;
    return assistant({ type: 'tool_use', id: `toolu_${calls}`, name, input });
  };
  const result = (ok: boolean, text: string) =>
    line({
      type: 'result',
      subtype: text.startsWith(UNKNOWN_CONVERSATION) ? 'error_during_execution' : 'success',
      is_error: !ok,
      ...(text.startsWith(UNKNOWN_CONVERSATION) ? { errors: [text] } : { result: text }),
      ...(ok && invocation.schema && { structured_output: parsed(text) }),
      num_turns: calls + 1,
      usage,
      total_cost_usd: cost,
      permission_denials: denials,
    });

  const tell = (event: AgentEvent): string => {
    switch (event.type) {
      case 'session':
        return line({ type: 'system', subtype: 'init', cwd: process.cwd(), model: event.model ?? CLAUDE_MODEL });
      case 'message':
        return assistant({ type: 'text', text: event.text });
      case 'tool':
        return tool(event);
      case 'usage':
        usage = { input_tokens: event.inputTokens, output_tokens: event.outputTokens };
        cost = event.costUsd;
        return '';
      case 'retry': {
        const { attempt = 1, delayMs = 500, reason } = event;
        return line({ type: 'system', subtype: 'api_retry', attempt, retry_delay_ms: delayMs, error: reason });
      }
      case 'rate-limit':
        return line({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', rateLimitType: 'five_hour' } });
      case 'result':
        return result(event.ok, event.text);
    }
  };
  return { tell, ask: (question) => ({ show: assistant({ type: 'text', text: question }), clear: '' }) };
}

export const UNKNOWN_CONVERSATION = 'No conversation found with session ID:';
const CLAUDE_MODEL = 'claude-sonnet-4-5';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
