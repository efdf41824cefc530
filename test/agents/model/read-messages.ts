import type { Conversation, JsonObject, Tool } from './conversation.js';

/** Where an API has what the three that send a list of messages share. */
export interface MessageList {
  readonly messages: readonly JsonObject[];
  /** The result of a tool call, if the last message of the dialogue brings one. */
  readonly toolResult: (last: JsonObject) => string | undefined;
  readonly tools: readonly Tool[];
}

/** The request of an API that sends a list of messages. */
export function readMessages(body: JsonObject, { messages, toolResult, tools }: MessageList): Conversation {
  // CLIs add instructions behind the dialogue; those are not part of it.
  const last = messages.findLast(({ role }) => role !== 'system' && role !== 'developer');
  return {
    model: String(body.model),
    stream: body.stream === true,
    userTurns: humanTurns(messages),
    toolResult: last && toolResult(last),
    tools,
  };
}

/** A tool as an API describes it. */
export function toolOf(name: unknown, parameters: unknown): Tool {
  return { name: String(name), parameters: objectOf(parameters) };
}

/** Text that the CLIs put into user messages themselves. Counting it would break turns and directives. */
const MACHINE_CONTEXT = [
  /<system-reminder>[\s\S]*?<\/system-reminder>/g, // claude
  /<session_context>[\s\S]*?<\/session_context>/g, // gemini
  /<environment_context>[\s\S]*?<\/environment_context>/g, // codex
  /^# AGENTS\.md instructions[\s\S]*?<\/INSTRUCTIONS>/, // codex, when the folder has an AGENTS.md
  /^This is the Qwen Code\. We are setting up the context[\s\S]*/, // qwen
];

/** What the person wrote, one text per message. Tool results and context come as user messages too; not these. */
export function humanTurns(messages: readonly JsonObject[]): string[] {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ content, parts }) => textParts(content ?? parts).map(withoutMachineContext))
    .map((texts) => texts.filter(isNotBlank).join('\n'))
    .filter(isNotBlank);
}

function withoutMachineContext(text: string): string {
  return MACHINE_CONTEXT.reduce((rest, pattern) => rest.replace(pattern, ''), text);
}

function isNotBlank(text: string): boolean {
  return text.trim() !== '';
}

/** The texts of a content, which every API allows to be one string or a list of parts. */
export function textParts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return objectsOf(content).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

export function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
