import { type Answer, type Dialect, type JsonObject, newId, streamedPieces, USAGE } from './conversation.js';
import { openaiError } from './openai-chat.js';
import { objectsOf, readMessages, textParts, toolOf } from './read-messages.js';

/** The OpenAI Responses API, spoken by codex. */
export const openaiResponses: Dialect = {
  name: 'openai-responses',
  read: (body) =>
    readMessages(body, {
      messages: typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : objectsOf(body.input),
      toolResult: ({ type, output }) => (type === 'function_call_output' ? textParts(output).join('\n') : undefined),
      tools: objectsOf(body.tools)
        .filter(({ type }) => type === 'function')
        .map(({ name, parameters }) => toolOf(name, parameters)),
    }),
  error: openaiError,
  whole: (answer, { model }) => response(model, { status: 'completed', output: [itemOf(answer)], usage: usage() }),
  events: (answer, { model }) => {
    const item = itemOf(answer);
    const completed = response(model, { status: 'completed', output: [item], usage: usage() });
    return [
      { type: 'response.created', response: { ...completed, status: 'in_progress', output: [], usage: null } },
      ...('say' in answer ? messageEvents(item, answer.say) : callEvents(item)),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: completed },
    ].map((data, index) => ({ event: data.type, data: { ...data, sequence_number: index } }));
  },
};

type ResponseEvent = JsonObject & { readonly type: string };

function messageEvents(item: JsonObject, text: string): ResponseEvent[] {
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...place, part: textPart('') },
    ...streamedPieces(text).map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.content_part.done', ...place, part: textPart(text) },
  ];
}

function callEvents(item: JsonObject): ResponseEvent[] {
  const { id: item_id, arguments: args } = item;
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', arguments: '' } },
    { type: 'response.function_call_arguments.done', item_id, output_index: 0, arguments: args },
  ];
}

function itemOf(answer: Answer): JsonObject {
  if ('say' in answer) {
    const content = [textPart(answer.say)];
    return { type: 'message', id: newId('msg_'), role: 'assistant', status: 'completed', content };
  }
  const { name, args } = answer.toolCall;
  return {
    type: 'function_call',
    id: newId('fc_'),
    call_id: newId('call_'),
    status: 'completed',
    name,
    arguments: JSON.stringify(args),
  };
}

function textPart(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [] };
}

function response(model: string, rest: JsonObject): JsonObject {
  return { id: newId('resp_'), object: 'response', created_at: 0, model, ...rest };
}

function usage(): JsonObject {
  return {
    input_tokens: USAGE.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: USAGE.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: USAGE.total,
  };
}
