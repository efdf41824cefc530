import { type Answer, type Dialect, type JsonObject, newId, streamedPieces, USAGE } from './conversation.js';
import { objectsOf, readMessages, textParts, toolOf } from './read-messages.js';

/** The Anthropic Messages API, spoken by claude. */
export const anthropic: Dialect = {
  name: 'anthropic',
  read: (body) =>
    readMessages(body, {
      messages: objectsOf(body.messages),
      toolResult: ({ content }) => toolResultOf(content),
      tools: objectsOf(body.tools).map(({ name, input_schema }) => toolOf(name, input_schema)),
    }),
  error: (status) => ({
    type: 'error',
    error: { type: ERROR_TYPES[status] ?? 'api_error', message: `fake error ${status}` },
  }),
  whole: (answer, { model }) => ({
    ...message(model),
    content: [contentBlock(answer)],
    stop_reason: stopReason(answer),
    usage: usage(USAGE.output),
  }),
  events: (answer, { model }) => {
    const start = { ...message(model), content: [], stop_reason: null, usage: usage(1) };
    return [
      { type: 'message_start', message: start },
      ...('toolCall' in answer ? toolUseEvents(answer) : textEvents(answer.say)),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason(answer), stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      },
      { type: 'message_stop' },
    ].map((data) => ({ event: data.type, data }));
  },
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function toolResultOf(message: unknown): string | undefined {
  const results = objectsOf(message).filter(({ type }) => type === 'tool_result');
  return results.length > 0 ? results.flatMap(({ content }) => textParts(content)).join('\n') : undefined;
}

function textEvents(say: string): { type: string }[] {
  return [
    { type: 'content_block_start', ...block({ type: 'text', text: '' }) },
    ...streamedPieces(say).map((text) => blockDelta({ type: 'text_delta', text })),
  ];
}

function toolUseEvents(answer: Extract<Answer, { toolCall: unknown }>): { type: string }[] {
  return [
    { type: 'content_block_start', ...block({ ...contentBlock(answer), input: {} }) },
    blockDelta({ type: 'input_json_delta', partial_json: JSON.stringify(answer.toolCall.args) }),
  ];
}

function block(content_block: JsonObject): object {
  return { index: 0, content_block };
}

function blockDelta(delta: JsonObject): { type: string } & JsonObject {
  return { type: 'content_block_delta', index: 0, delta };
}

function message(model: string): JsonObject {
  return { id: newId('msg_'), type: 'message', role: 'assistant', model, stop_sequence: null };
}

function contentBlock(answer: Answer): JsonObject {
  if ('say' in answer) return { type: 'text', text: answer.say };
  return { type: 'tool_use', id: newId('toolu_'), name: answer.toolCall.name, input: answer.toolCall.args };
}

function stopReason(answer: Answer): string {
  return 'toolCall' in answer ? 'tool_use' : 'end_turn';
}

function usage(outputTokens: number): JsonObject {
  return {
    input_tokens: USAGE.input,
    output_tokens: outputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
}
