import { type AgentEvent, numberOf, recordOf, type StreamRecord, textOf } from '@agentflow/plugin-sdk';
import { rateLimitEvents } from './rate-limits.js';

/** Call id → tool name: gemini's tool results name only the id. */
export type ToolNames = ReadonlyMap<string, string>;

/** What one record of `--output-format stream-json` says, in AgentFlow's words. */
export function eventsOf(record: StreamRecord, toolNames: ToolNames): AgentEvent[] {
  switch (record.type) {
    case 'init':
      return [sessionOf(record)];
    case 'message':
      return messageEvents(record);
    case 'tool_use':
      return [toolStart(record)];
    case 'tool_result':
      return [toolEnd(record, toolNames)];
    case 'result':
      return [usageOf(recordOf(record.stats)), ...limitOf(record), resultOf(record)];
    default:
      return [];
  }
}

/** The tool call that a record starts, as `[call id, tool name]`. */
export function toolCallOf(record: StreamRecord): [string, string] | undefined {
  return record.type === 'tool_use' ? [textOf(record.tool_id), textOf(record.tool_name)] : undefined;
}

/** What an `error` record says; a warning is one too, and neither ends the run. */
export function complaintOf(record: StreamRecord): string {
  return record.type === 'error' ? textOf(record.message) : '';
}

function sessionOf(record: StreamRecord): AgentEvent {
  const model = textOf(record.model);
  return { type: 'session', conversationId: textOf(record.session_id), ...(model !== '' && { model }) };
}

/** Gemini repeats the prompt as a message of the user. */
function messageEvents(record: StreamRecord): AgentEvent[] {
  if (record.role !== 'assistant') return [];
  return [{ type: 'message', text: textOf(record.content), ...(record.delta === true && { delta: true }) }];
}

function toolStart(record: StreamRecord): AgentEvent {
  const parameters = recordOf(record.parameters);
  const telling = TELLING_PARAMETERS.map((name) => textOf(parameters[name])).find(Boolean);
  return { type: 'tool', name: textOf(record.tool_name), state: 'started', ...shortDetail(telling ?? '') };
}

function toolEnd(record: StreamRecord, toolNames: ToolNames): AgentEvent {
  const name = toolNames.get(textOf(record.tool_id)) ?? 'unknown tool';
  if (record.status !== 'error') return { type: 'tool', name, state: 'finished' };
  const error = recordOf(record.error);
  const message = textOf(error.message) || textOf(record.output);
  const state = isRefusal({ type: textOf(error.type), message, tool: name }) ? 'refused' : 'failed';
  return { type: 'tool', name, state, ...shortDetail(message) };
}

/**
 * A policy denies a tool; headless gemini does not even register its own tools that would need a yes, and then
 * says that it has never heard of them; and one that the settings allow may still need a yes for a single call.
 */
function isRefusal({ type, message, tool }: { type: string; message: string; tool: string }): boolean {
  if (type === 'policy_violation' || NEEDS_CONFIRMATION.test(message)) return true;
  return type === 'tool_not_registered' && NEEDS_A_YES.has(tool);
}

/** Gemini has no error type of its own for this: it says `unhandled_exception`. */
const NEEDS_CONFIRMATION = /^Tool execution for .* requires user confirmation\b/;
const NEEDS_A_YES: ReadonlySet<string> = new Set(['run_shell_command', 'write_file', 'replace', 'web_fetch']);

/** Gemini tells no price. */
function usageOf(stats: StreamRecord): AgentEvent {
  return {
    type: 'usage',
    counts: 'total',
    inputTokens: numberOf(stats.input_tokens),
    outputTokens: numberOf(stats.output_tokens),
    costUsd: null,
  };
}

function limitOf(record: StreamRecord): AgentEvent[] {
  if (record.status === 'success') return [];
  return rateLimitEvents(textOf(recordOf(record.error).message), textOf(record.timestamp));
}

/** A good result holds no answer: that is in the messages before it. */
function resultOf(record: StreamRecord): AgentEvent {
  return { type: 'result', ok: record.status === 'success', text: textOf(recordOf(record.error).message) };
}

const TELLING_PARAMETERS = ['command', 'file_path', 'dir_path', 'path', 'pattern', 'query', 'prompt', 'description'];
const DETAIL_LENGTH = 200;

function shortDetail(text: string): { detail?: string } {
  const detail = text.trim().slice(0, DETAIL_LENGTH);
  return detail === '' ? {} : { detail };
}
