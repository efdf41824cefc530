import { parseRecord, type StreamRecord } from '@agentflow/plugin-sdk';
import { describe, expect, test } from 'vitest';
import { eventsOf } from './events.js';
import { toolCallsOf } from './tools.js';

const BASH = new Map([['toolu_1', 'Bash']]);

function read(record: StreamRecord, toolNames = new Map<string, string>()) {
  return eventsOf(parseRecord(JSON.stringify(record)) ?? {}, toolNames);
}

const assistant = (...content: object[]) => ({ type: 'assistant', message: { role: 'assistant', content } });
const toolResult = (fields: object) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', ...fields }] },
});
const unknownUsage = { type: 'usage', counts: 'total', inputTokens: null, outputTokens: null, costUsd: null };

describe('a line of the stream', () => {
  test('of an unknown type, or without one, tells nothing', () => {
    expect(read({ type: 'stream_event', event: {} })).toEqual([]);
    expect(read({ type: 'system', subtype: 'compact_boundary' })).toEqual([]);
    expect(read({})).toEqual([]);
  });

  test('with fields of the wrong type is read as far as it goes', () => {
    expect(read({ type: 'system', subtype: 'init', session_id: null })).toEqual([
      { type: 'session', conversationId: '' },
    ]);
    expect(read({ type: 'assistant', message: 'text' })).toEqual([]);
    expect(read({ type: 'user', message: { content: 'a prompt' } })).toEqual([]);
    expect(read({ type: 'result', permission_denials: 'none' })).toEqual([
      unknownUsage,
      { type: 'result', ok: true, text: '' },
    ]);
  });
});

describe('conversation', () => {
  test('init tells the conversation and the model', () => {
    expect(read({ type: 'system', subtype: 'init', session_id: 'c0ffee', model: 'claude-sonnet-5' })).toEqual([
      { type: 'session', conversationId: 'c0ffee', model: 'claude-sonnet-5' },
    ]);
  });

  test('init tells the version, where it knows it', () => {
    expect(read({ type: 'system', subtype: 'init', session_id: 'c0ffee', claude_code_version: '2.1.197' })).toEqual([
      { type: 'session', conversationId: 'c0ffee', version: '2.1.197' },
    ]);
  });

  test('the blocks of a message are told in their order, without thoughts', () => {
    expect(
      read(
        assistant(
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { description: 'list', command: 'ls -la' } },
        ),
      ),
    ).toEqual([
      { type: 'message', text: 'Let me look.' },
      { type: 'tool', name: 'Bash', state: 'started', detail: 'ls -la' },
    ]);
  });

  test('of a subagent only the tools are told', () => {
    const blocks = [
      { type: 'text', text: 'I am a subagent.' },
      { type: 'tool_use', id: 'toolu_2', name: 'Read', input: { file_path: '/a' } },
    ];
    expect(read({ ...assistant(...blocks), parent_tool_use_id: 'toolu_1' })).toEqual([
      { type: 'tool', name: 'Read', state: 'started', detail: '/a' },
    ]);
  });
});

describe('tools', () => {
  test('the calls of a message are known by their ids', () => {
    const record = assistant({ type: 'tool_use', id: 'a', name: 'Bash' }, { type: 'tool_use', id: 'b', name: 'Read' });
    expect(toolCallsOf(record)).toEqual([
      ['a', 'Bash'],
      ['b', 'Read'],
    ]);
    expect(toolCallsOf(toolResult({}))).toEqual([]);
  });

  test('a result names the tool of its call', () => {
    expect(read(toolResult({ content: 'a b' }), BASH)).toEqual([{ type: 'tool', name: 'Bash', state: 'finished' }]);
    expect(read(toolResult({ content: 'a b' }))).toEqual([{ type: 'tool', name: 'unknown tool', state: 'finished' }]);
  });

  test('a failed call is told with what it said, as text or as blocks', () => {
    const failed = { type: 'tool', name: 'Bash', state: 'failed' };
    expect(read(toolResult({ is_error: true, content: 'Exit code 2\n' }), BASH)).toEqual([
      { ...failed, detail: 'Exit code 2' },
    ]);
    const blocks = [
      { type: 'text', text: 'Exit' },
      { type: 'text', text: 'code 2' },
    ];
    expect(read(toolResult({ is_error: true, content: blocks }), BASH)).toEqual([
      { ...failed, detail: 'Exit\ncode 2' },
    ]);
    expect(read(toolResult({ is_error: true }), BASH)).toEqual([failed]);
  });

  test.each(['command', 'file_path', 'notebook_path', 'path', 'pattern', 'query', 'url', 'description'])(
    'the detail of a call is its %s',
    (field) => {
      const call = { type: 'tool_use', id: 'a', name: 'Tool', input: { [field]: 'what it is about', other: 'more' } };
      expect(read(assistant(call))).toMatchObject([{ detail: 'what it is about' }]);
    },
  );

  test('a long detail is cut after 200 characters', () => {
    const call = { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'x'.repeat(500) } };
    expect(read(assistant(call))).toEqual([{ type: 'tool', name: 'Bash', state: 'started', detail: 'x'.repeat(200) }]);
  });
});

describe('retries and limits', () => {
  test('a retry tells why, which and how long', () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 2, max_retries: 10, retry_delay_ms: 1034.6 };
    expect(read({ ...retry, error_status: 529, error: 'server_error' })).toEqual([
      { type: 'retry', reason: 'server_error (HTTP 529)', attempt: 2, delayMs: 1035 },
    ]);
    expect(read({ type: 'system', subtype: 'api_retry', error_status: null })).toEqual([
      { type: 'retry', reason: 'error' },
    ]);
  });

  test.each([
    ['rejected', 'The five hour limit is reached.'],
    ['allowed_warning', 'The five hour limit is nearly reached.'],
  ])('a limit is told when it is %s', (status, message) => {
    const limit = { status, rateLimitType: 'five_hour', resetsAt: 1_784_979_600 };
    expect(read({ type: 'rate_limit_event', rate_limit_info: limit })).toEqual([
      { type: 'rate-limit', message, resetsAt: '2026-07-25T11:40:00.000Z' },
    ]);
  });

  test('a limit that is far away is not told', () => {
    expect(read({ type: 'rate_limit_event', rate_limit_info: { status: 'allowed', resetsAt: 1 } })).toEqual([]);
    expect(read({ type: 'rate_limit_event' })).toEqual([]);
  });
});

describe('the end', () => {
  const result = { type: 'result', subtype: 'success', is_error: false, result: 'PONG' };

  test('a good result tells usage as a total, cached input included', () => {
    const usage = {
      input_tokens: 11,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1000,
      output_tokens: 7,
    };
    expect(read({ ...result, usage, total_cost_usd: 0.25 })).toEqual([
      { type: 'usage', counts: 'total', inputTokens: 1111, outputTokens: 7, costUsd: 0.25 },
      { type: 'result', ok: true, text: 'PONG' },
    ]);
  });

  test('the answer to a schema is its JSON', () => {
    expect(read({ ...result, structured_output: { ok: [1] } })).toEqual([
      unknownUsage,
      { type: 'result', ok: true, text: '{"ok":[1]}' },
    ]);
  });

  test('refused tools are told before the result', () => {
    const denial = { tool_name: 'Bash', tool_use_id: 'toolu_1', tool_input: { command: 'rm -r build' } };
    expect(read({ ...result, permission_denials: [denial] })).toEqual([
      { type: 'tool', name: 'Bash', state: 'refused', detail: 'rm -r build' },
      unknownUsage,
      { type: 'result', ok: true, text: 'PONG' },
    ]);
  });

  test.each([
    ['is_error although the subtype is "success"', { is_error: true, result: 'API Error: 500' }, 'API Error: 500'],
    ['a subtype of an error', { subtype: 'error_max_turns', result: undefined }, 'error_max_turns'],
    [
      'a list of errors',
      { subtype: 'error_during_execution', is_error: true, result: undefined, errors: ['No conversation found'] },
      'No conversation found',
    ],
  ])('a bad result is told by %s', (_by, fields, text) => {
    expect(read({ ...result, ...fields })).toEqual([unknownUsage, { type: 'result', ok: false, text }]);
  });
});
