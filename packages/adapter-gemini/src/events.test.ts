import { parseRecord, type StreamRecord } from '@agentflow/plugin-sdk';
import { describe, expect, test } from 'vitest';
import { complaintOf, eventsOf, toolCallOf } from './events.js';

const NO_TOOLS = new Map<string, string>();
const SHELL = new Map([['call-1', 'run_shell_command']]);

function read(record: StreamRecord, toolNames = NO_TOOLS) {
  return eventsOf(parseRecord(JSON.stringify(record)) ?? {}, toolNames);
}

describe('a line of the stream', () => {
  test('of an unknown type, or without one, tells nothing', () => {
    expect(read({ type: 'thought', content: 'hm' })).toEqual([]);
    expect(read({})).toEqual([]);
  });

  test('with fields of the wrong type is read as far as it goes', () => {
    expect(read({ type: 'init', session_id: 7 })).toEqual([{ type: 'session', conversationId: '' }]);
    expect(read({ type: 'message', role: 'assistant', content: null })).toEqual([{ type: 'message', text: '' }]);
    expect(read({ type: 'result', status: 'success', stats: 'none' })).toEqual([
      { type: 'usage', counts: 'total', inputTokens: null, outputTokens: null, costUsd: null },
      { type: 'result', ok: true, text: '' },
    ]);
  });
});

describe('conversation', () => {
  test('init tells the conversation and the model', () => {
    expect(read({ type: 'init', timestamp: 't', session_id: 'c0ffee', model: 'gemini-3-pro' })).toEqual([
      { type: 'session', conversationId: 'c0ffee', model: 'gemini-3-pro' },
    ]);
  });

  test('a message of the assistant is told, in pieces or whole', () => {
    expect(read({ type: 'message', role: 'assistant', content: 'PO', delta: true })).toEqual([
      { type: 'message', text: 'PO', delta: true },
    ]);
    expect(read({ type: 'message', role: 'assistant', content: 'PONG' })).toEqual([{ type: 'message', text: 'PONG' }]);
  });

  test('the repeated prompt is not told', () => {
    expect(read({ type: 'message', role: 'user', content: 'ping' })).toEqual([]);
  });
});

describe('tools', () => {
  const start = {
    type: 'tool_use',
    tool_name: 'run_shell_command',
    tool_id: 'call-1',
    parameters: { description: 'list', command: 'ls -la' },
  };

  test('a call is told with what it is about', () => {
    expect(read(start)).toEqual([{ type: 'tool', name: 'run_shell_command', state: 'started', detail: 'ls -la' }]);
    expect(toolCallOf(start)).toEqual(['call-1', 'run_shell_command']);
  });

  test.each(['command', 'file_path', 'dir_path', 'path', 'pattern', 'query', 'prompt', 'description'])(
    'the detail of a call is its %s',
    (field) => {
      const parameters = { [field]: 'what it is about', other: 'more' };
      expect(read({ type: 'tool_use', tool_name: 'tool', tool_id: 'a', parameters })).toMatchObject([
        { detail: 'what it is about' },
      ]);
    },
  );

  test('a long detail is cut after 200 characters', () => {
    expect(read({ ...start, parameters: { command: 'x'.repeat(500) } })).toEqual([
      { type: 'tool', name: 'run_shell_command', state: 'started', detail: 'x'.repeat(200) },
    ]);
  });

  test('a result names the tool of its call', () => {
    expect(read({ type: 'tool_result', tool_id: 'call-1', status: 'success', output: 'a b' }, SHELL)).toEqual([
      { type: 'tool', name: 'run_shell_command', state: 'finished' },
    ]);
    expect(read({ type: 'tool_result', tool_id: 'other', status: 'success' }, SHELL)).toEqual([
      { type: 'tool', name: 'unknown tool', state: 'finished' },
    ]);
  });

  test('a failed call and a refused one are told apart', () => {
    const failed = { type: 'tool_result', tool_id: 'call-1', status: 'error' };
    expect(read({ ...failed, error: { type: 'shell_execute_error', message: 'exit 2' } }, SHELL)).toEqual([
      { type: 'tool', name: 'run_shell_command', state: 'failed', detail: 'exit 2' },
    ]);
    expect(read({ ...failed, error: { type: 'policy_violation', message: 'denied by policy' } }, SHELL)).toEqual([
      { type: 'tool', name: 'run_shell_command', state: 'refused', detail: 'denied by policy' },
    ]);
    const message =
      'Tool execution for "Shell" requires user confirmation, which is not supported in non-interactive mode.';
    expect(read({ ...failed, error: { type: 'unhandled_exception', message } }, SHELL)).toEqual([
      { type: 'tool', name: 'run_shell_command', state: 'refused', detail: message },
    ]);
  });
});

describe('the end', () => {
  test('a good result tells usage as a total, with an unknown price', () => {
    const stats = { total_tokens: 18, input_tokens: 11, output_tokens: 7, cached: 0, duration_ms: 5, tool_calls: 0 };
    expect(read({ type: 'result', status: 'success', stats })).toEqual([
      { type: 'usage', counts: 'total', inputTokens: 11, outputTokens: 7, costUsd: null },
      { type: 'result', ok: true, text: '' },
    ]);
  });

  test('a bad result tells its error', () => {
    const error = { type: 'ApiError', message: '[API Error: UNAUTHENTICATED]' };
    expect(read({ type: 'result', status: 'error', error })).toEqual([
      { type: 'usage', counts: 'total', inputTokens: null, outputTokens: null, costUsd: null },
      { type: 'result', ok: false, text: '[API Error: UNAUTHENTICATED]' },
    ]);
  });

  test('a bad result that tells of a limit tells when it ends', () => {
    const error = { type: 'ApiError', message: 'You exceeded your quota. Please retry in 34s.' };
    expect(read({ type: 'result', status: 'error', timestamp: '2026-07-25T11:40:00.000Z', error })).toContainEqual({
      type: 'rate-limit',
      message: 'The rate limit is reached.',
      resetsAt: '2026-07-25T11:40:34.000Z',
    });
  });

  test('an error record is a complaint and no event', () => {
    const warning = { type: 'error', severity: 'warning', message: 'Loop detected, stopping execution' };
    expect(read(warning)).toEqual([]);
    expect(complaintOf(warning)).toBe('Loop detected, stopping execution');
    expect(complaintOf({ type: 'message', message: 'hello' })).toBe('');
  });
});
