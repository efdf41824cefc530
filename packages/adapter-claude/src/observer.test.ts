import { type Recording, replay } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { observeClaude } from './observer.js';

const init = { type: 'system', subtype: 'init', session_id: 'c0ffee', model: 'claude-sonnet-5' };
const success = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'PONG',
  usage: { input_tokens: 11, output_tokens: 7 },
  total_cost_usd: 0.5,
};
const denied = (tool_name: string) => ({ tool_name, tool_use_id: 'toolu_1', tool_input: {} });

function judge(recording: Recording) {
  return replay(observeClaude(), recording).verdict;
}

describe('success', () => {
  test('exit 0, a good result and an answer make a success', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } };
    const done = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'a b' };
    const stdout = [
      init,
      { type: 'assistant', message: { content: [call] } },
      { type: 'user', message: { content: [done] } },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'PONG' }] } },
      success,
    ];
    expect(replay(observeClaude(), { stdout })).toEqual({
      events: [
        { type: 'session', conversationId: 'c0ffee', model: 'claude-sonnet-5' },
        { type: 'tool', name: 'Bash', state: 'started', detail: 'ls' },
        { type: 'tool', name: 'Bash', state: 'finished' },
        { type: 'message', text: 'PONG' },
        { type: 'usage', counts: 'total', inputTokens: 11, outputTokens: 7, costUsd: 0.5 },
        { type: 'result', ok: true, text: 'PONG' },
      ],
      verdict: { ok: true, answer: 'PONG' },
    });
  });

  test('plain lines and a noisy stderr do not disturb it', () => {
    expect(judge({ stdout: ['Warning: no stdin data', success], stderr: 'API Error: 529 retrying' })).toEqual({
      ok: true,
      answer: 'PONG',
    });
  });

  test('a refused question to the person does not disturb it', () => {
    const permission_denials = ['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode'].map(denied);
    expect(judge({ stdout: [{ ...success, permission_denials }] })).toEqual({ ok: true, answer: 'PONG' });
  });
});

describe('usage', () => {
  const message = (id: string, input: number, fields: object = {}) => ({
    type: 'assistant',
    message: { id, content: [], usage: { input_tokens: 1, cache_read_input_tokens: input - 1, output_tokens: 1 } },
    ...fields,
  });
  const read = (inputTokens: number) => ({
    type: 'usage',
    counts: 'total',
    inputTokens,
    outputTokens: null,
    costUsd: null,
  });

  test('of a run that is stopped is what it read, each message once', () => {
    const stdout = [init, message('a', 10), message('a', 10), message('b', 20, { parent_tool_use_id: 'toolu_1' })];
    const { events } = replay(observeClaude(), { stdout, exitCode: null, signal: 'SIGTERM' });
    expect(events.slice(1)).toEqual([read(10), read(30)]);
  });

  test('of a whole run is what its result tells', () => {
    const { events } = replay(observeClaude(), { stdout: [init, message('a', 11), success] });
    const total = { type: 'usage', counts: 'total', inputTokens: 11, outputTokens: 7, costUsd: 0.5 };
    expect(events.filter(({ type }) => type === 'usage')).toEqual([read(11), total]);
  });

  test('is not told by messages without it, nor by one of an error, for which no model was asked', () => {
    const plain = { type: 'assistant', message: { id: 'a', content: [] } };
    const none = { type: 'assistant', message: { id: 'b', content: [], usage: { input_tokens: 0 } } };
    expect(replay(observeClaude(), { stdout: [plain, none] }).events).toEqual([]);
  });
});

describe('exit 0 is no success', () => {
  test('with an error result', () => {
    expect(judge({ stdout: [{ ...success, is_error: true, result: 'Prompt is too long' }] })).toEqual({
      ok: false,
      reason: 'agent-error',
      message: 'claude failed: Prompt is too long',
    });
  });

  test('with refused tools, each named once', () => {
    const permission_denials = [denied('Bash'), denied('Write'), denied('Bash'), denied('ExitPlanMode')];
    expect(judge({ stdout: [{ ...success, permission_denials }] })).toEqual({
      ok: false,
      reason: 'refused',
      message: 'claude was not allowed to use Bash, Write.',
      hint: 'Set "permissions: edits" or "full" on the task, or list the tool in "allowed_tools".',
    });
  });

  test('without a result', () => {
    expect(judge({ stdout: [init, 'Usage: claude [options]'] })).toEqual({
      ok: false,
      reason: 'bad-output',
      message: 'claude exited with code 0 but told no result.',
    });
  });

  test('with the words of a command of claude, which asks no model', () => {
    expect(judge({ stdout: [{ ...success, result: 'No such command', usage: { output_tokens: 0 } }] })).toEqual({
      ok: false,
      reason: 'agent-error',
      message: 'claude asked no model and said: No such command',
      hint: 'It took the prompt for a command of its own: put a word before it.',
    });
  });

  test('with an empty answer', () => {
    expect(judge({ stdout: [{ ...success, result: ' \n' }] })).toEqual({
      ok: false,
      reason: 'bad-output',
      message: 'claude gave an empty answer.',
    });
  });

  test('with an empty answer that cost no token', () => {
    expect(judge({ stdout: [{ ...success, result: '', usage: { input_tokens: 0, output_tokens: 0 } }] })).toEqual({
      ok: false,
      reason: 'transport',
      message: 'claude gave an empty answer and used no token: no model was asked.',
      hint: 'Check the network, and that the prompt does not begin with "/": that is a command of claude.',
    });
  });
});

describe('any other end', () => {
  test('a non-zero exit is told with the last words', () => {
    expect(judge({ exitCode: 1, stderr: "error: unknown option '--nope'\n" })).toEqual({
      ok: false,
      reason: 'exit-code',
      message: "claude exited with code 1: error: unknown option '--nope'",
    });
  });

  test('a non-zero exit after a good result is still a failure', () => {
    expect(judge({ stdout: [success], exitCode: 3 })).toEqual({
      ok: false,
      reason: 'exit-code',
      message: 'claude exited with code 3: it did not say why',
    });
  });

  test('a signal is told by its name', () => {
    expect(judge({ stdout: [init], exitCode: null, signal: 'SIGTERM' })).toEqual({
      ok: false,
      reason: 'signal',
      message: 'claude was ended by SIGTERM.',
    });
  });
});

test('two observers share nothing', () => {
  const first = judge({ stdout: [{ ...success, permission_denials: [denied('Bash')] }] });
  const second = judge({ stdout: [success] });
  expect([first?.ok, second]).toEqual([false, { ok: true, answer: 'PONG' }]);
});
