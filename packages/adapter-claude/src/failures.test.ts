import { type Recording, replay } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { observeClaude } from './observer.js';

const init = { type: 'system', subtype: 'init', session_id: 'c0ffee', model: 'claude-sonnet-5' };
const failWith = (result: string) => ({ type: 'result', subtype: 'success', is_error: true, result });
const failAs = (subtype: string) => ({ type: 'result', subtype, is_error: false, errors: [] });

function judge(recording: Recording) {
  return replay(observeClaude(), recording).verdict;
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

  test.each([
    ['limit-reached', ['error_max_budget_usd', 'Reached maximum number of turns (3)', 'Reached maximum budget ($1)']],
    ['agent-error', ['billing_error']],
    [
      'bad-credentials',
      [
        ...['authentication_error', 'Invalid API key', 'Invalid bearer token', 'Invalid authentication credentials'],
        ...['Please run /login', 'OAuth token has expired', 'API Error: 403 Forbidden'],
      ],
    ],
    [
      'rate-limited',
      ['rate_limit_error', 'Rate limited', 'Usage limit', 'The weekly limit is reached', 'Limit reached'],
    ],
    [
      'transport',
      [
        ...['API Error: 502 no', 'server_error', 'Overloaded', 'Connection closed', 'Connection refused'],
        ...[
          'Connection reset',
          'Unable to connect',
          'fetch failed',
          'Request timed out',
          'terminated',
          'socket hang up',
        ],
        ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'],
      ],
    ],
  ])('%s, by each of these words alone: %j', (reason, telling) => {
    const found = telling.map((words) => judge({ stdout: [init, failWith(words)], exitCode: 1 }));
    expect(found).toEqual(telling.map(() => expect.objectContaining({ reason, hint: expect.any(String) })));
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

test('a limit that is told and not reached explains no other failure', () => {
  const limit = { type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning' } };
  expect(judge({ stdout: [limit, failWith('Something new')], exitCode: 1 })).toEqual({
    ok: false,
    reason: 'agent-error',
    message: 'claude failed: Something new',
  });
});

test('a rate limit is told with the time of its end', () => {
  const limit = { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1_795_005_567 } };
  expect(judge({ stdout: [limit, failWith('You hit your limit')], exitCode: 1 })).toMatchObject({
    reason: 'rate-limited',
    hint: `The limit resets at 2026-11-18T12:39:27.000Z. ${rateLimit.hint}`,
  });
});
