import { type Recording, replay } from '@agentflow/plugin-sdk/testing';
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

function judge(recording: Recording) {
  return replay(observeGemini(), recording).verdict;
}

describe('success', () => {
  test('exit 0, a good result and an answer make a success', () => {
    expect(replay(observeGemini(), { stdout: [init, say('PO'), say('NG'), success] })).toEqual({
      events: [
        { type: 'session', conversationId: 'c0ffee', model: 'gemini-3-pro' },
        { type: 'message', text: 'PO', delta: true },
        { type: 'message', text: 'NG', delta: true },
        { type: 'message', text: 'PONG' },
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

  test('each message is told as a whole, too, as soon as it is over', () => {
    const stdout = [say('Let me '), say('look.'), callShell, shellDone, say(' \n'), callShell, shellDone, say('Two.')];
    const { events } = replay(observeGemini(), { stdout: [...stdout, success] });
    expect(events.flatMap((event) => (event.type === 'message' && !event.delta ? [event.text] : []))).toEqual([
      'Let me look.',
      'Two.',
    ]);
    expect(events[2]).toEqual({ type: 'message', text: 'Let me look.' });
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
    for (const tool_name of ['ask_user', 'enter_plan_mode', 'exit_plan_mode'])
      expect(judge({ stdout: [{ ...callShell, tool_name }, shellDenied, say('The plan.'), success] })).toEqual({
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

test('a retry on stderr is told', () => {
  const stderr = 'Attempt 1 failed with status 500. Retrying with backoff... _ApiError\n';
  expect(replay(observeGemini(), { stderr }).events).toEqual([{ type: 'retry', attempt: 1, reason: 'HTTP 500' }]);
});

test('a tool of its own that it denies knowing was refused', () => {
  const unknown = { ...shellDenied, error: { type: 'tool_not_registered' } };
  expect(judge({ stdout: [callShell, unknown, say('I cannot.'), success] })).toMatchObject({ reason: 'refused' });
  for (const tool_name of ['write_file', 'replace', 'web_fetch'])
    expect(judge({ stdout: [{ ...callShell, tool_name }, unknown, say('I cannot.'), success] })).toMatchObject({
      message: `gemini was not allowed to use ${tool_name}.`,
    });
  const invented = { ...callShell, tool_name: 'teleport' };
  expect(judge({ stdout: [invented, unknown, say('I cannot.'), success] })).toEqual({ ok: true, answer: 'I cannot.' });
});

describe('any other end', () => {
  test('a non-zero exit is told with the last words', () => {
    expect(judge({ exitCode: 42, stderr: 'usage: gemini\nSomething is wrong\n' })).toEqual({
      ok: false,
      reason: 'exit-code',
      message: 'gemini exited with code 42: Something is wrong',
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
