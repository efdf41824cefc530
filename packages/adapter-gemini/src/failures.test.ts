import { type Recording, replay } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { observeGemini } from './observer.js';

const failWith = (message: string) => ({ type: 'result', status: 'error', error: { type: 'Error', message } });

function judge(recording: Recording) {
  return replay(observeGemini(), recording).verdict;
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

test.each([
  ['limit-reached', ['Reached max session turns', 'Maximum session turns']],
  [
    'bad-credentials',
    [
      ...['api key not valid', 'API_KEY_INVALID', 'UNAUTHENTICATED', 'PERMISSION_DENIED', 'Please set an Auth method'],
      ...['Failed to sign in', 'Error authenticating', 'FatalAuthenticationError', '"code":401', 'code: 403'],
      ...['UNSUPPORTED_CLIENT', 'IneligibleTierError'],
    ],
  ],
  ['rate-limited', ['RESOURCE_EXHAUSTED', 'Quota', 'rate limit', 'Too many requests', '"code": 429']],
  [
    'transport',
    [
      ...['UNAVAILABLE', '"INTERNAL"', 'overloaded', 'fetch failed', 'terminated', 'socket hang up', '"code":502'],
      ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'],
    ],
  ],
])('%s is told by each of these words alone: %j', (reason, telling) => {
  const found = telling.map((words) => judge({ stdout: [failWith(words)], exitCode: 1 }));
  expect(found).toEqual(telling.map(() => expect.objectContaining({ reason, hint: expect.any(String) })));
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

  test.each([
    'Unknown argument: modle',
    'Argument: approval-mode, Given: "x", Choices: "default", "yolo"',
    'Not enough arguments following: session-id',
  ])('an argument that it does not take, before the text of --help: %s', (words) => {
    const help = 'Usage: gemini\n  --skip-trust  Trust an untrusted folder.\n  --quota  Too many requests.\n';
    expect(judge({ exitCode: 1, stderr: `Invalid values:\n  ${words}\n${help}` })).toEqual({
      ok: false,
      reason: 'agent-error',
      message: `Gemini CLI does not take an argument that it was given: ${words}`,
      hint: 'Look at "extraArgs", "model" and the version: "agentflow adapters" tells which one was tested.',
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
