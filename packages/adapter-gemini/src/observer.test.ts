import type { AgentEvent, AgentVerdict } from '@agentflow/plugin-sdk';
import { describe, expect, test } from 'vitest';
import { observeGemini } from './observer.js';

const init = { type: 'init', session_id: 'c0ffee', model: 'gemini-3-pro' };
const stats = { input_tokens: 11, output_tokens: 7 };
const success = { type: 'result', status: 'success', stats };
const say = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
const callShell = { type: 'tool_use', tool_name: 'run_shell_command', tool_id: '1', parameters: { command: 'ls' } };
const shellDone = { type: 'tool_result', tool_id: '1', status: 'success' };
const shellDenied = { type: 'tool_result', tool_id: '1', status: 'error', error: { type: 'policy_violation' } };
const failWith = (message: string) => ({ type: 'result', status: 'error', error: { type: 'Error', message } });

interface Run {
  readonly stdout?: readonly (object | string)[];
  readonly stderr?: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
}

function observe({ stdout = [], stderr, exitCode = 0, signal = null }: Run) {
  const events: AgentEvent[] = [];
  const host = { emit: (event: AgentEvent) => void events.push(event), needsInput: () => {}, working: () => {} };
  const observer = observeGemini();
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
  hint: 'Set a valid GEMINI_API_KEY, or run "gemini" and choose how to log in.',
};
const rateLimit = {
  ok: false,
  reason: 'rate-limited',
  hint: 'Wait until the quota resets, or let the task try again later with "retry".',
};
const noModel = {
  ok: false,
  reason: 'transport',
  hint: 'Check the network and GOOGLE_GEMINI_BASE_URL, or let the task try again with "retry".',
};

describe('success', () => {
  test('exit 0, a good result and an answer make a success', () => {
    expect(observe({ stdout: [init, say('PO'), say('NG'), success] })).toEqual({
      events: [
        { type: 'session', conversationId: 'c0ffee', model: 'gemini-3-pro' },
        { type: 'message', text: 'PO', delta: true },
        { type: 'message', text: 'NG', delta: true },
        { type: 'usage', counts: 'total', inputTokens: 11, outputTokens: 7, costUsd: null },
        { type: 'result', ok: true, text: 'PONG' },
      ],
      verdict: { ok: true, answer: 'PONG' },
    });
  });

  test('the answer is what was said after the last tool call', () => {
    expect(
      judge({ stdout: [init, say('Let me look.'), callShell, shellDone, say('Two '), say('files.'), success] }),
    ).toEqual({
      ok: true,
      answer: 'Two files.',
    });
  });

  test('the last words count when nothing was said after a tool call', () => {
    expect(judge({ stdout: [say('All done.'), callShell, shellDone, success] })).toEqual({
      ok: true,
      answer: 'All done.',
    });
  });

  test('plain lines and a noisy stderr do not disturb it', () => {
    expect(judge({ stdout: ['YOLO mode is enabled.', say('PONG'), success], stderr: 'quota 429 retrying' })).toEqual({
      ok: true,
      answer: 'PONG',
    });
  });

  test('a refused question to the person does not disturb it', () => {
    const exitPlan = { ...callShell, tool_name: 'exit_plan_mode' };
    expect(judge({ stdout: [exitPlan, shellDenied, say('The plan.'), success] })).toEqual({
      ok: true,
      answer: 'The plan.',
    });
  });
});

describe('exit 0 is no success', () => {
  test('with an error result', () => {
    expect(judge({ stdout: [say('half'), failWith('malformed tool call')] })).toEqual({
      ok: false,
      reason: 'agent-error',
      message: 'gemini failed: malformed tool call',
    });
  });

  test('with an error result that only an error record explains', () => {
    const error = { type: 'error', severity: 'error', message: 'The model returned an empty text response.' };
    expect(judge({ stdout: [error, { ...success, status: 'error' }] })).toEqual({
      ok: false,
      reason: 'agent-error',
      message: 'gemini failed: The model returned an empty text response.',
    });
  });

  test('with a refused tool', () => {
    expect(judge({ stdout: [callShell, shellDenied, callShell, shellDenied, say('I may not.'), success] })).toEqual({
      ok: false,
      reason: 'refused',
      message: 'gemini was not allowed to use run_shell_command.',
      hint: 'Set "permissions: edits" or "full" on the task, or allow the tool in a policy of Gemini CLI.',
    });
  });

  test('without a result', () => {
    expect(judge({ stdout: [init, say('PONG')] })).toEqual({
      ok: false,
      reason: 'bad-output',
      message: 'gemini exited with code 0 but told no result.',
    });
  });

  test('with an empty answer', () => {
    expect(judge({ stdout: [say(' \n'), success] })).toEqual({
      ok: false,
      reason: 'bad-output',
      message: 'gemini gave an empty answer.',
    });
  });

  test('with an empty answer that cost no token', () => {
    expect(judge({ stdout: [{ ...success, stats: { input_tokens: 0, output_tokens: 0 } }] })).toEqual({
      ok: false,
      reason: 'transport',
      message: 'gemini gave an empty answer and used no token: no model was asked.',
      hint: 'Check the network, and that the prompt does not begin with "/": that is a command of gemini.',
    });
  });
});

describe('a failure is named by what the result says', () => {
  test.each([
    ['API key not valid. Please pass a valid API key.', badLogin, 'Gemini CLI could not log in'],
    ['[API Error: {"error":{"code":401,"message":"no"}}]', badLogin, 'Gemini CLI could not log in'],
    ['You exceeded your current quota', rateLimit, 'Gemini CLI reached a rate limit'],
    ['got status: 503 UNAVAILABLE', noModel, 'Gemini CLI could not reach the model'],
    ['fetch failed sending request', noModel, 'Gemini CLI could not reach the model'],
  ])('%s', (words, failure, summary) => {
    expect(judge({ stdout: [failWith(words)], exitCode: 1 })).toEqual({ ...failure, message: `${summary}: ${words}` });
  });
});

describe('a failure is named by the exit code, an HTTP status modulo 256', () => {
  test.each([
    [41, badLogin, 'Gemini CLI could not log in'],
    [145, badLogin, 'Gemini CLI could not log in'],
    [147, badLogin, 'Gemini CLI could not log in'],
    [173, rateLimit, 'Gemini CLI reached a rate limit'],
    [244, noModel, 'Gemini CLI could not reach the model'],
    [247, noModel, 'Gemini CLI could not reach the model'],
  ])('%i', (exitCode, failure, summary) => {
    expect(judge({ exitCode })).toEqual({ ...failure, message: `${summary}: it did not say why` });
  });

  test('even when stderr speaks of something else', () => {
    expect(judge({ exitCode: 244, stderr: 'Attempt 1 failed: quota\nAttempt 2 failed: 500\n' })).toEqual({
      ...noModel,
      message: 'Gemini CLI could not reach the model: Attempt 2 failed: 500',
    });
  });

  test('53 is the limit of turns', () => {
    expect(judge({ exitCode: 53, stderr: 'Reached max session turns for this session.' })).toEqual({
      ok: false,
      reason: 'limit-reached',
      message: 'Gemini CLI reached its limit of turns: Reached max session turns for this session.',
      hint: 'Raise model.maxSessionTurns in ~/.gemini/settings.json, or ask for less in one prompt.',
    });
  });

  test('55 is an untrusted folder', () => {
    expect(judge({ exitCode: 55, stderr: 'Gemini CLI is not running in a trusted directory.' })).toEqual({
      ok: false,
      reason: 'agent-error',
      message: 'Gemini CLI does not trust this folder: Gemini CLI is not running in a trusted directory.',
      hint: 'Run "gemini" in the folder once and trust it, or add "--skip-trust" to extraArgs.',
    });
  });

  test('130 is a cancellation', () => {
    expect(judge({ exitCode: 130 })).toEqual({ ok: false, reason: 'signal', message: 'gemini was cancelled.' });
  });
});

describe('a failure is named by what stderr says', () => {
  test('an unknown conversation', () => {
    expect(
      judge({ exitCode: 42, stderr: 'Error resuming session: Invalid session identifier "x".\n  Use --list' }),
    ).toEqual({
      ok: false,
      reason: 'agent-error',
      message:
        'Gemini CLI does not know the conversation to continue: Error resuming session: Invalid session identifier "x".',
      hint: 'A conversation belongs to the folder it began in: use the same cwd, or start a fresh one.',
      conversationLost: true,
    });
  });

  test.each([1, 41])('a log-in that is no longer served, with exit code %i', (exitCode) => {
    const stderr = 'Failed to sign in. Message: This client is no longer supported for Gemini Code Assist.';
    expect(judge({ exitCode, stderr })).toEqual({
      ok: false,
      reason: 'bad-credentials',
      message: `Google no longer serves personal log-ins in Gemini CLI: ${stderr}`,
      hint: 'Set GEMINI_API_KEY, and security.auth.selectedType to "gemini-api-key" in ~/.gemini/settings.json.',
    });
  });

  test('a refused connection', () => {
    expect(judge({ exitCode: 1, stderr: 'connect ECONNREFUSED 127.0.0.1:9' })).toEqual({
      ...noModel,
      message: 'Gemini CLI could not reach the model: connect ECONNREFUSED 127.0.0.1:9',
    });
  });
});

test('what the result says counts, not the stack traces on stderr', () => {
  const words = '[API Error: {"error":{"code":400,"message":"no","status":"INVALID_ARGUMENT"}}]';
  const stderr = 'Error: no\n    at processTicksAndRejections (node:internal/process/task_queues:95:5)\n';
  expect(judge({ stdout: [failWith(words)], stderr, exitCode: 144 })).toEqual({
    ok: false,
    reason: 'agent-error',
    message: `gemini failed: ${words}`,
  });
});

test('a tool of its own that it denies knowing was refused', () => {
  const unknown = { ...shellDenied, error: { type: 'tool_not_registered' } };
  expect(judge({ stdout: [callShell, unknown, say('I cannot.'), success] })).toMatchObject({ reason: 'refused' });
  const invented = { ...callShell, tool_name: 'teleport' };
  expect(judge({ stdout: [invented, unknown, say('I cannot.'), success] })).toEqual({ ok: true, answer: 'I cannot.' });
});

describe('any other end', () => {
  test('a non-zero exit is told with the last words', () => {
    expect(judge({ exitCode: 42, stderr: 'usage: gemini\nUnknown argument: nope\n' })).toEqual({
      ok: false,
      reason: 'exit-code',
      message: 'gemini exited with code 42: Unknown argument: nope',
    });
  });

  test('a non-zero exit after a good result is still a failure', () => {
    expect(judge({ stdout: [say('PONG'), success], exitCode: 3 })).toEqual({
      ok: false,
      reason: 'exit-code',
      message: 'gemini exited with code 3: it did not say why',
    });
  });

  test('a signal is told by its name', () => {
    expect(judge({ stdout: [init], exitCode: null, signal: 'SIGKILL' })).toEqual({
      ok: false,
      reason: 'signal',
      message: 'gemini was ended by SIGKILL.',
    });
  });
});

test('two observers share nothing', () => {
  const first = judge({ stdout: [say('one'), success] });
  const second = judge({ stdout: [say('two'), success] });
  expect([first, second]).toEqual([
    { ok: true, answer: 'one' },
    { ok: true, answer: 'two' },
  ]);
});
