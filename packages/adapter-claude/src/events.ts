import { type AgentEvent, numberOf, recordOf, recordsOf, type StreamRecord, textOf } from '@agentflow/plugin-sdk';
import { contentOf, describeInput, describeOutput, type ToolNames } from './tools.js';

/** What one record of `--output-format stream-json` says, in AgentFlow's words. */
export function eventsOf(record: StreamRecord, toolNames: ToolNames): AgentEvent[] {
  switch (record.type) {
    case 'system':
      return systemEvents(record);
    case 'assistant':
      return contentOf(record).flatMap((block) => assistantEvents(block, record));
    case 'user':
      return contentOf(record).flatMap((block) => toolResultEvents(block, toolNames));
    case 'rate_limit_event':
      return rateLimitEvents(recordOf(record.rate_limit_info));
    case 'result':
      return [...refusals(record), usageOf(record), resultOf(record)];
    default:
      return [];
  }
}

function systemEvents(record: StreamRecord): AgentEvent[] {
  if (record.subtype === 'api_retry') return [retryOf(record)];
  if (record.subtype !== 'init') return [];
  const [model, version] = [textOf(record.model), textOf(record.claude_code_version)];
  return [
    {
      type: 'session',
      conversationId: textOf(record.session_id),
      ...(model !== '' && { model }),
      ...(version !== '' && { version }),
    },
  ];
}

function retryOf(record: StreamRecord): AgentEvent {
  const status = numberOf(record.error_status);
  const attempt = numberOf(record.attempt);
  const delayMs = numberOf(record.retry_delay_ms);
  return {
    type: 'retry',
    reason: [textOf(record.error) || 'error', ...(status === null ? [] : [`(HTTP ${status})`])].join(' '),
    ...(attempt !== null && { attempt }),
    ...(delayMs !== null && { delayMs: Math.round(delayMs) }),
  };
}

/** A subagent's words are addressed to the agent that called it, so only its tools are told. */
function assistantEvents(block: StreamRecord, { parent_tool_use_id: caller }: StreamRecord): AgentEvent[] {
  const isSubagent = typeof caller === 'string';
  if (block.type === 'text' && !isSubagent) return [{ type: 'message', text: textOf(block.text) }];
  if (block.type !== 'tool_use') return [];
  return [{ type: 'tool', name: textOf(block.name), state: 'started', ...describeInput(block.input) }];
}

function toolResultEvents(block: StreamRecord, toolNames: ToolNames): AgentEvent[] {
  if (block.type !== 'tool_result') return [];
  const name = toolNames.get(textOf(block.tool_use_id)) ?? 'unknown tool';
  if (block.is_error !== true) return [{ type: 'tool', name, state: 'finished' }];
  return [{ type: 'tool', name, state: 'failed', ...describeOutput(block.content) }];
}

/** `allowed` is told at every start and means nothing; `allowed_warning` and `rejected` do. */
function rateLimitEvents(limit: StreamRecord): AgentEvent[] {
  if (limit.status !== 'rejected' && limit.status !== 'allowed_warning') return [];
  const kind = (textOf(limit.rateLimitType) || 'rate').replaceAll('_', ' ');
  const resetsAt = numberOf(limit.resetsAt);
  return [
    {
      type: 'rate-limit',
      message: `The ${kind} limit is ${limit.status === 'rejected' ? 'reached' : 'nearly reached'}.`,
      ...(resetsAt !== null && { resetsAt: new Date(resetsAt * 1000).toISOString() }),
    },
  ];
}

function refusals(record: StreamRecord): AgentEvent[] {
  return recordsOf(record.permission_denials).map((denial) => ({
    type: 'tool',
    name: textOf(denial.tool_name),
    state: 'refused',
    ...describeInput(denial.tool_input),
  }));
}

function usageOf(record: StreamRecord): AgentEvent {
  const usage = recordOf(record.usage);
  return {
    type: 'usage',
    counts: 'total',
    inputTokens: inputTokensOf(usage),
    outputTokens: numberOf(usage.output_tokens),
    costUsd: numberOf(record.total_cost_usd),
  };
}

/** Claude counts cached input apart; the model has read it all the same. */
export function inputTokensOf(usage: StreamRecord): number | null {
  const input = [usage.input_tokens, usage.cache_creation_input_tokens, usage.cache_read_input_tokens].map(numberOf);
  return input[0] === null ? null : input.reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0);
}

/** `is_error` decides: `subtype` is "success" on API errors too. Only an `error_…` subtype is to be believed. */
function resultOf(record: StreamRecord): AgentEvent {
  const subtype = textOf(record.subtype);
  const ok = record.is_error !== true && !subtype.startsWith('error_');
  return { type: 'result', ok, text: ok ? answerOf(record) : errorOf(record) };
}

/** With `--json-schema` the answer is `structured_output`, and `result` only prose about it. */
function answerOf(record: StreamRecord): string {
  const structured = record.structured_output;
  return structured === undefined || structured === null ? textOf(record.result) : JSON.stringify(structured);
}

function errorOf(record: StreamRecord): string {
  const errors = Array.isArray(record.errors) ? record.errors.map(textOf).filter(Boolean) : [];
  return textOf(record.result) || errors.join('\n') || textOf(record.subtype);
}
