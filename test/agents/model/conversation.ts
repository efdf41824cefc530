import { randomUUID } from 'node:crypto';

/** A request to the model, whatever API it came through. */
export interface Conversation {
  readonly model: string;
  /** The client wants server-sent events. */
  readonly stream: boolean;
  /** What the person wrote, one entry per turn, oldest first. */
  readonly userTurns: readonly string[];
  /** Set when the request brings back the result of a tool call. */
  readonly toolResult: string | undefined;
  readonly tools: readonly Tool[];
  /** A side question of the CLI that wants JSON, such as gemini's "which model fits?". */
  readonly schema?: JsonObject | undefined;
}

export interface Tool {
  readonly name: string;
  readonly parameters: JsonObject;
}

/** What the model does: it says something or calls a tool. */
export type Answer = { readonly say: string } | { readonly toolCall: ToolCall };

export interface ToolCall {
  readonly name: string;
  readonly args: JsonObject;
}

/** One server-sent event. */
export interface ServerEvent {
  readonly event?: string;
  readonly data: unknown;
}

/** One API of a model: how its requests are read and its answers written. */
export interface Dialect {
  readonly name: string;
  read(body: JsonObject, path: string): Conversation;
  error(status: number): JsonObject;
  whole(answer: Answer, conversation: Conversation): JsonObject;
  events(answer: Answer, conversation: Conversation): ServerEvent[];
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The same small numbers every time, so that tests can compare tokens and money. */
export const USAGE = { input: 11, output: 7, total: 18 } as const;

/** Cuts a text into at most 20 pieces for streaming, never through a character. */
export function streamedPieces(text: string): string[] {
  const size = Math.max(12, Math.ceil(text.length / 20));
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [''];
}

/** Unique over all runs: CLIs keep ids in their history files and merge messages that share one. */
export function newId(prefix: string): string {
  return prefix + randomUUID().replaceAll('-', '');
}
