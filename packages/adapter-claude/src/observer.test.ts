import type { AgentEvent, AgentVerdict } from '@agentflow/plugin-sdk';
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
const failWith = (result: string) => ({ ...success, is_error: true, result });
const failAs = (subtype: string) => ({ type: 'result', subtype, is_error: false, errors: [] });
const denied = (tool_name: string) => ({ tool_name, tool_use_id: 'toolu_1', tool_input: {} });

interface Run {
  readonly stdout?: readonly (object | string)[];
  readonly stderr?: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

function observe({ stdout = [], stderr, exitCode = 0, signal = null }: Run) {
  const events: AgentEvent[] = [];
  const host = { emit: (event: AgentEvent) => void events.push(event), needsInput: () => {}, working: () => {} };
  const observer = observeClaude();
  for (const line of stdout) observer.onLine?.(typeof line === 'string' ? line : JSON.stringify(line), host);
  if (stderr) observer.onOutput?.({ stream: 'stderr', raw: stderr, clean: stderr }, host);
  return { events, verdict: observer.judge?.({ exitCode, signal }) };
}

function judge(run: Run): AgentVerdict | undefined {
  return observe(run).verdict;
}

const badLogin = {
  ok: false,
  reason: 'bad-credentials',
  hint: 'Run "claude" and log in with /login, or set a valid ANTHROPIC_API_KEY.',
};
const rateLimit = {
  ok: false,
  reason: 'rate-limited',
  hint: 'Wait until the limit resets, or let the task try again later with "retry".',
};
const noModel = {
  ok: false,
  reason: 'transport',
  hint: 'Check the network and ANTHROPIC_BASE_URL, or let the task try again with "retry".',
};

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
    expect(observe({ stdout })).toEqual({
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
    expect(judge({ stdout: [{ ...success, permission_denials: [denied('ExitPlanMode')] }] })).toEqual({
      ok: true,
      answer: 'PONG',
    });
  });
});

describe('exit 0 is no success', () => {
  test('with an error result', () => {
    expect(judge({ stdout: [failWith('Prompt is too long')] })).toEqual({
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
      hint: 'A prompt that begins with "/" is a command of claude: put a word before it.',
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

describe('a failure is named by what the result says', () => {
  test.each([
    ['Invalid API key · Please run /login', badLogin, 'Claude Code could not log in'],
    ['API Error: 401 {"error":{"type":"authentication_error"}}', badLogin, 'Claude Code could not log in'],
    ['Not logged in', badLogin, 'Claude Code could not log in'],
    ['API Error: Request rejected (429) · slow down', rateLimit, 'Claude Code reached a rate limit'],
    ["You've hit your session limit · resets 3pm", rateLimit, 'Claude Code reached a rate limit'],
    ['Claude AI usage limit reached|1784979600', rateLimit, 'Claude Code reached a rate limit'],
    ['API Error: 529 {"error":{"type":"overloaded_error"}}', noModel, 'Claude Code could not reach the model'],
    ['API Error: Connection error.', noModel, 'Claude Code could not reach the model'],
    ['API Error: Unable to connect to API (ECONNREFUSED)', noModel, 'Claude Code could not reach the model'],
  ])('%s', (words, failure, summary) => {
    expect(judge({ stdout: [init, failWith(words)], exitCode: 1 })).toEqual({
      ...failure,
      message: `${summary}: ${words}`,
    });
  });

  test('an account without credit', () => {
    expect(judge({ stdout: [failWith('Credit balance is too low')], exitCode: 1 })).toEqual({
      ok: false,
      reason: 'agent-error',
      message: 'The Anthropic account cannot pay for the request: Credit balance is too low',
      hint: 'Add credit to the account of this key, or use another key.',
    });
  });

  test('a limit of turns', () => {
    expect(judge({ stdout: [failAs('error_max_turns')], exitCode: 1 })).toEqual({
      ok: false,
      reason: 'limit-reached',
      message: 'Claude Code reached the limit it was given: error_max_turns',
      hint: 'Raise --max-turns or --max-budget-usd in extraArgs, or ask for less in one prompt.',
    });
  });

  test('an answer that never fitted the schema', () => {
    expect(judge({ stdout: [failAs('error_max_structured_output_retries')] })).toEqual({
      ok: false,
      reason: 'bad-output',
      message: 'Claude Code found no answer that fits output_format: error_max_structured_output_retries',
      hint: 'Simplify the schema, or say in the prompt what each field means.',
    });
  });
});

describe('a failure is named by what is said beside the result', () => {
  const unknownConversation = {
    ok: false,
    reason: 'agent-error',
    message: 'Claude Code does not know the conversation to continue: No conversation found with session ID: x',
    hint: 'A conversation belongs to the folder it began in: use the same cwd, or start a fresh one.',
    conversationLost: true,
  };

  test('an unknown conversation, on stderr', () => {
    const stderr = 'No conversation found with session ID: x\n';
    expect(judge({ stderr, exitCode: 1 })).toEqual(unknownConversation);
    expect(judge({ stdout: [{ ...failAs('error_during_execution'), is_error: true }], stderr, exitCode: 1 })).toEqual(
      unknownConversation,
    );
  });

  test('an unknown conversation, as a plain line', () => {
    expect(judge({ stdout: ['No conversation found with session ID: x'], exitCode: 1 })).toEqual(unknownConversation);
  });

  test('bad credentials, by the code of the message', () => {
    const message = { type: 'assistant', error: 'authentication_failed', message: { content: [] } };
    expect(judge({ stdout: [message, failWith('Something new')], exitCode: 1 })).toEqual({
      ...badLogin,
      message: 'Claude Code could not log in: authentication_failed',
    });
  });

  test('a rate limit, by a rejected limit event', () => {
    const limit = { type: 'rate_limit_event', rate_limit_info: { status: 'rejected' } };
    expect(judge({ stdout: [limit], exitCode: 1 })).toEqual({
      ...rateLimit,
      message: 'Claude Code reached a rate limit: rate limit reached',
    });
  });
});

test('a rate limit is told with the time of its end', () => {
  const limit = { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1_795_005_567 } };
  expect(judge({ stdout: [limit, failWith('You hit your limit')], exitCode: 1 })).toMatchObject({
    reason: 'rate-limited',
    hint: `The limit resets at 2026-11-18T12:39:27.000Z. ${rateLimit.hint}`,
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
