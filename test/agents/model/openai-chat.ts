import { type Answer, type Dialect, type JsonObject, newId, streamedPieces, USAGE } from './conversation.js';
import { objectOf, objectsOf, readMessages, textParts, toolOf } from './read-messages.js';

/** The OpenAI Chat Completions API, spoken by opencode and qwen. */
export const openaiChat: Dialect = {
  name: 'openai-chat',
  read: (body) =>
    readMessages(body, {
      messages: objectsOf(body.messages),
      toolResult: ({ role, content }) => (role === 'tool' ? textParts(content).join('\n') : undefined),
      tools: objectsOf(body.tools)
        .map((tool) => objectOf(tool.function))
        .map(({ name, parameters }) => toolOf(name, parameters)),
    }),
  error: openaiError,
  whole: (answer, { model }) => {
    const content = 'say' in answer ? answer.say : null;
    const choice = {
      index: 0,
      message: { role: 'assistant', content, ...toolCalls(answer) },
      finish_reason: finishReason(answer),
    };
    return { ...completion(model, 'chat.completion'), choices: [choice], usage: usage() };
  },
  events: (answer, { model }) => {
    const base = completion(model, 'chat.completion.chunk');
    const chunk = (delta: JsonObject, finish_reason: string | null = null) => ({
      ...base,
      choices: [{ index: 0, delta, finish_reason }],
    });
    const deltas = 'say' in answer ? streamedPieces(answer.say).map((content) => ({ content })) : [toolCalls(answer)];
    return [
      chunk({ role: 'assistant', content: '' }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, finishReason(answer)),
      { ...base, choices: [], usage: usage() },
      '[DONE]',
    ].map((data) => ({ data }));
  },
};

const ERROR_CODES: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };

/** The error body of both OpenAI APIs. opencode goes by the type: it retries a "server_error" even with a 401. */
export function openaiError(status: number): JsonObject {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error';
  return { error: { message: `fake error ${status}`, type, code: ERROR_CODES[status] ?? null, param: null } };
}

function toolCalls(answer: Answer): JsonObject {
  if ('say' in answer) return {};
  const { name, args } = answer.toolCall;
  const call = { name, arguments: JSON.stringify(args) };
  return { tool_calls: [{ index: 0, id: newId('call_'), type: 'function', function: call }] };
}

function finishReason(answer: Answer): string {
  return 'toolCall' in answer ? 'tool_calls' : 'stop';
}

function completion(model: string, object: string): JsonObject {
  return { id: newId('chatcmpl-'), object, created: 0, model };
}

function usage(): JsonObject {
  return { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.total };
}
