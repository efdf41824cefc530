import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { anthropic } from './anthropic.js';
import { type Conversation, type Dialect, type JsonObject, type ServerEvent, USAGE } from './conversation.js';
import { decideReply } from './directives.js';
import { gemini } from './gemini.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';
import { objectOf } from './read-messages.js';

type Route = { readonly path: RegExp } & ({ readonly dialect: Dialect } | { readonly body: JsonObject });

/** Matched on the end of the path only: each CLI puts its own prefix in front. */
const ROUTES: readonly Route[] = [
  { path: /\/messages$/, dialect: anthropic },
  { path: /\/messages\/count_tokens$/, body: { input_tokens: USAGE.input } },
  { path: /:(streamGenerate|generate)Content$/, dialect: gemini },
  { path: /:countTokens$/, body: { totalTokens: USAGE.input } },
  { path: /\/responses$/, dialect: openaiResponses },
  { path: /\/chat\/completions$/, dialect: openaiChat },
  { path: /\/models$/, body: { object: 'list', data: [{ id: 'fake-model', object: 'model' }] } },
  { path: /^\/$/, body: {} },
];

/** What one agent asked the model. */
export interface ModelRequest extends Omit<Conversation, 'tools'> {
  readonly text: string;
  readonly tools: readonly string[];
}

/** A model on 127.0.0.1, so that the real agents run offline and without an account. */
export class FakeModel implements AsyncDisposable {
  /** What was asked so far, without the side questions by which gemini chooses a model. */
  readonly requests: ModelRequest[] = [];
  readonly #server: Server;
  readonly #waiting = new Set<() => void>();

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => giveUp(response, error));
    });
  }

  static async start(): Promise<FakeModel> {
    const model = new FakeModel();
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when so many requests have come. */
  asked(count = 1): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.requests.length < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const body = parseJson(await readText(request));
    const route = ROUTES.find((candidate) => candidate.path.test(path));
    if (!route) return sendJson(response, 404, { error: { message: `The fake model has nothing at ${path}.` } });
    if ('body' in route) return sendJson(response, 200, route.body);
    const conversation = route.dialect.read(body, path);
    this.#keep(conversation);
    await sendReply(response, route.dialect, conversation);
  }

  #keep(conversation: Conversation): void {
    if (conversation.schema) return;
    const tools = conversation.tools.map(({ name }) => name);
    this.requests.push({ ...conversation, tools, text: conversation.userTurns.at(-1) ?? '' });
    for (const look of this.#waiting) look();
  }
}

async function sendReply(response: ServerResponse, dialect: Dialect, conversation: Conversation): Promise<void> {
  const reply = decideReply(conversation);
  await sleepWhileConnected(reply.delayMs, response);
  if (reply.status !== undefined) return sendJson(response, reply.status, dialect.error(reply.status));
  const payload = conversation.stream
    ? dialect.events(reply, conversation).map(serverSentEvent).join('')
    : JSON.stringify(dialect.whole(reply, conversation));
  response.writeHead(200, { 'content-type': conversation.stream ? 'text/event-stream' : 'application/json' });
  // Only after the first half has left, so that the client really sees a stream that breaks off.
  if (reply.drop) response.write(payload.slice(0, payload.length / 2), () => response.destroy());
  else response.end(payload);
}

/** Ends early when the client hangs up, so that a long delay keeps nothing alive. */
async function sleepWhileConnected(ms: number, response: ServerResponse): Promise<void> {
  const hangUp = new AbortController();
  response.once('close', () => hangUp.abort());
  await sleep(ms, undefined, { signal: hangUp.signal });
}

function serverSentEvent({ event, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`;
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** The client went away in the middle, or this program has a bug, which must be seen. */
function giveUp(response: ServerResponse, error: Error): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else sendJson(response, 500, { error: { message: `The fake model failed: ${error.stack}` } });
}

/** HEAD and GET have no body; a broken one is answered like an empty one. */
function parseJson(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
