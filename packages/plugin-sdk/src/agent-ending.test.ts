import { describe, expect, test } from 'vitest';
import { EndingRecord, judgeEnding, type KnownFailure, recogniseFailure } from './agent-ending.js';
import type { AgentEvent } from './agent-events.js';

const LIMIT: KnownFailure = {
  pattern: /too many/,
  reason: 'rate-limited',
  summary: 'parrot reached a limit',
  hint: 'Wait.',
};

const LOST: KnownFailure = {
  pattern: /who are you/,
  reason: 'agent-error',
  summary: 'parrot forgot',
  hint: 'Start anew.',
  conversationLost: true,
};

const OK = { exitCode: 0, signal: null };
const good: AgentEvent = { type: 'result', ok: true, text: 'PONG' };
const bad = (text: string): AgentEvent => ({ type: 'result', ok: false, text });
const usage = (outputTokens: number): AgentEvent => ({
  type: 'usage',
  counts: 'total',
  inputTokens: null,
  outputTokens,
  costUsd: null,
});
const refused = (name: string): AgentEvent => ({ type: 'tool', name, state: 'refused' });

function judge(
  events: readonly AgentEvent[],
  exit: { exitCode: number | null; signal: string | null } = OK,
  stderr = '',
) {
  const known = new EndingRecord(['ask']);
  for (const event of events) known.remember(event);
  known.complain(stderr);
  return judgeEnding(known.at(exit), {
    program: 'parrot',
    refusedHint: 'Allow it.',
    recognise: ({ said, complaints }) => recogniseFailure([said, ...complaints], [LIMIT, LOST]),
  });
}

describe('an end is a success', () => {
  test('with exit code 0, a good result and an answer', () => {
    expect(judge([good], OK, 'noise: too many cooks')).toEqual({ ok: true, answer: 'PONG' });
  });

  test('although a harmless tool was refused', () => {
    expect(judge([refused('ask'), good])).toEqual({ ok: true, answer: 'PONG' });
  });
});

describe('exit code 0 is no success', () => {
  test.each<[string, readonly AgentEvent[], object]>([
    ['with an error result', [bad('It\n broke.')], { reason: 'agent-error', message: 'parrot failed: It broke.' }],
    [
      'with refused tools, each named once',
      [refused('rm'), refused('cp'), refused('rm'), good],
      { reason: 'refused', message: 'parrot was not allowed to use rm, cp.', hint: 'Allow it.' },
    ],
    ['without a result', [], { reason: 'bad-output', message: 'parrot exited with code 0 but told no result.' }],
    [
      'with an empty answer',
      [usage(7), { ...good, text: ' \n' }],
      { reason: 'bad-output', message: 'parrot gave an empty answer.' },
    ],
    [
      'with an empty answer that cost no token',
      [usage(0), { ...good, text: '' }],
      {
        reason: 'transport',
        message: 'parrot gave an empty answer and used no token: no model was asked.',
        hint: 'Check the network, and that the prompt does not begin with "/": that is a command of parrot.',
      },
    ],
  ])('%s', (_when, events, verdict) => {
    expect(judge(events)).toEqual({ ok: false, ...verdict });
  });
});

describe('any other end', () => {
  test.each<[string, readonly AgentEvent[], { exitCode: number | null; signal: string | null }, string, object]>([
    [
      'is told with the last words',
      [],
      { exitCode: 1, signal: null },
      'one\ntwo\n\n',
      { reason: 'exit-code', message: 'parrot exited with code 1: two' },
    ],
    [
      'is a failure after a good result, too',
      [good],
      { exitCode: 3, signal: null },
      '',
      { reason: 'exit-code', message: 'parrot exited with code 3: it did not say why' },
    ],
    [
      'by a signal is told by its name',
      [],
      { exitCode: null, signal: 'SIGTERM' },
      '',
      { reason: 'signal', message: 'parrot was ended by SIGTERM.' },
    ],
  ])('%s', (_how, events, exit, stderr, verdict) => {
    expect(judge(events, exit, stderr)).toEqual({ ok: false, ...verdict });
  });
});

describe('a known failure', () => {
  test('is told by its line, with what to do', () => {
    expect(judge([], { exitCode: 1, signal: null }, 'noise\ntoo many requests\n')).toEqual({
      ok: false,
      reason: 'rate-limited',
      message: 'parrot reached a limit: too many requests',
      hint: 'Wait.',
    });
  });

  test('that is a limit is told with the time of its end', () => {
    const limit: AgentEvent = { type: 'rate-limit', message: '', resetsAt: '2026-11-18T12:39:27.000Z' };
    expect(judge([limit, bad('too many requests')])).toMatchObject({
      hint: 'The limit resets at 2026-11-18T12:39:27.000Z. Wait.',
    });
  });

  test('that is a lost conversation says so to the core', () => {
    expect(judge([bad('who are you')])).toMatchObject({ hint: 'Start anew.', conversationLost: true });
  });
});

test('of a flood of complaints the last ones are kept', () => {
  const known = new EndingRecord();
  for (let line = 0; line < 10_000; line++) known.complain(`line ${line}\n`);
  const { complaints } = known.at(OK);
  expect([complaints.at(-1), complaints.length < 1_000]).toEqual(['line 9999', true]);
});

test.each([
  [
    'an error before its stack',
    'Starting.\nTypeError: no such thing\n    at run (main.js:1:2)\n    at async main (main.js:3:4)\n',
  ],
  ['an error before its fields', 'Error: one\nTypeError: no such thing\n    at run (main.js:1:2) {\n  code: 1\n}\n'],
  ['the last line', 'Something went on.\nTypeError: no such thing\n'],
])('an unknown failure is told by %s', (_by, stderr) => {
  expect(judge([], { exitCode: 1, signal: null }, stderr)).toMatchObject({
    reason: 'exit-code',
    message: 'parrot exited with code 1: TypeError: no such thing',
  });
});

test('an unknown failure without an error is told by what was said last', () => {
  expect(judge([], { exitCode: 1, signal: null }, 'First.\nLast.\n')).toMatchObject({
    message: 'parrot exited with code 1: Last.',
  });
});
