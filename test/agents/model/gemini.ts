import { type Answer, type Dialect, type JsonObject, newId, streamedPieces, type Tool, USAGE } from './conversation.js';
import { humanTurns, objectOf, objectsOf, toolOf } from './read-messages.js';

/** The Gemini generateContent API, spoken by gemini. */
export const gemini: Dialect = {
  name: 'gemini',
  read: (body, path) => {
    const contents = objectsOf(body.contents);
    const config = objectOf(body.generationConfig);
    const schema = config.responseJsonSchema ?? config.responseSchema;
    return {
      model: /\/models\/([^:]+):/.exec(path)?.[1] ?? '',
      stream: path.endsWith(':streamGenerateContent'),
      userTurns: humanTurns(contents),
      toolResult: toolResultOf(contents.at(-1)),
      tools: objectsOf(body.tools).flatMap(({ functionDeclarations }) => objectsOf(functionDeclarations).map(readTool)),
      schema: schema === undefined ? undefined : objectOf(schema),
    };
  },
  error: (status) => ({
    error: {
      code: status,
      message: status === 429 ? LIMIT : `fake error ${status}`,
      status: ERROR_STATUSES[status] ?? 'INTERNAL',
      ...(status === 429 && { details: [{ '@type': RETRY_INFO, retryDelay: '34s' }] }),
    },
  }),
  whole: (answer, { model }) => finished(model, partOf(answer)),
  events: (answer, { model }) => {
    const parts = 'toolCall' in answer ? [partOf(answer)] : streamedPieces(answer.say).map((text) => ({ text }));
    return parts.map((part, index) => ({
      data: index === parts.length - 1 ? finished(model, part) : chunk(model, { content: contentOf(part) }),
    }));
  },
};

/** As Google words it. */
const LIMIT = 'fake error 429\nPlease retry in 34.07s.';
const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

const ERROR_STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

function readTool({ name, parametersJsonSchema, parameters }: JsonObject): Tool {
  return toolOf(name, parametersJsonSchema ?? parameters);
}

function toolResultOf(content: JsonObject | undefined): string | undefined {
  const responses = objectsOf(content?.parts)
    .filter(({ functionResponse }) => functionResponse !== undefined)
    .map(({ functionResponse }) => objectOf(objectOf(functionResponse).response));
  if (responses.length === 0) return undefined;
  return responses.map((response) => response.output ?? response.error ?? JSON.stringify(response)).join('\n');
}

function partOf(answer: Answer): JsonObject {
  if ('say' in answer) return { text: answer.say };
  return { functionCall: { id: newId('call_'), name: answer.toolCall.name, args: answer.toolCall.args } };
}

function contentOf(part: JsonObject): JsonObject {
  return { role: 'model', parts: [part] };
}

function chunk(model: string, candidate: JsonObject): JsonObject {
  return { candidates: [{ index: 0, ...candidate }], modelVersion: model };
}

function finished(model: string, part: JsonObject): JsonObject {
  return {
    ...chunk(model, { content: contentOf(part), finishReason: 'STOP' }),
    usageMetadata: { promptTokenCount: USAGE.input, candidatesTokenCount: USAGE.output, totalTokenCount: USAGE.total },
  };
}
