import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AgentBench } from './agent-bench.js';

const NAMES = ['claude', 'gemini'] as const;

describe.each(NAMES)('the real %s fails', (name) => {
  test.each([
    [
      'STATUS:401',
      'bad-credentials',
      {
        claude: 'Failed to authenticate. API Error: 401 fake error 401',
        gemini: '[API Error: {"error":{"code":401,"message":"fake error 401","status":"UNAUTHENTICATED"}}]',
      },
      { claude: 'Claude Code could not log in', gemini: 'Gemini CLI could not log in' },
    ],
    [
      'STATUS:429',
      'rate-limited',
      {
        claude: 'API Error: Request rejected (429) · fake error 429',
        gemini: '[API Error: fake error 429 Please retry in 34.07s. Suggested retry after 34s.] Please wait',
      },
      { claude: 'Claude Code reached a rate limit', gemini: 'Gemini CLI reached a rate limit' },
    ],
    [
      'STATUS:500',
      'transport',
      {
        claude: 'API Error: 500 fake error 500.',
        gemini: '[API Error: {"error":{"code":500,"message":"fake error 500","status":"INTERNAL"}}]',
      },
      { claude: 'Claude Code could not reach the model', gemini: 'Gemini CLI could not reach the model' },
    ],
    [
      'STATUS:400',
      'agent-error',
      {
        claude: 'API Error: 400 fake error 400',
        gemini: '[API Error: {"error":{"code":400,"message":"fake error 400","status":"INVALID_ARGUMENT"}}]',
      },
      { claude: 'claude failed', gemini: 'gemini failed' },
    ],
    [
      'DROP: SAY:half',
      'transport',
      { claude: 'API Error: Connection to the API was lost (ECONNRESET).', gemini: '[API Error: terminated]' },
      { claude: 'Claude Code could not reach the model', gemini: 'Gemini CLI could not reach the model' },
    ],
  ] as const)(
    'WHEN the model does %s THEN the task fails as %s, and says why and what to do',
    async (prompt, reason, words, summary) => {
      await using bench = await AgentBench.create(name);
      const { code, task, output } = await bench.ask(prompt);
      expect([code, task.status, task.failure?.reason, output]).toEqual([1, 'FAILED', reason, null]);
      expect(task.failure?.message.startsWith(`${summary[name]}: ${words[name]}`)).toBe(true);
      expect(task.failure?.hint === undefined).toBe(reason === 'agent-error');
    },
  );

  test('WHEN nobody listens where the model should be THEN the task fails as transport', async () => {
    await using bench = await AgentBench.create(name, { modelUrl: 'http://127.0.0.1:9' });
    const { task } = await bench.ask('Say hello.');
    expect(task.failure).toMatchObject({ reason: 'transport' });
  });

  test('WHEN a tool is refused THEN the task fails as refused although the program exits with 0', async () => {
    await using bench = await AgentBench.create(name);
    const { code, task } = await bench.ask("CALL:python3 -c \"open('made.txt', 'w')\"", { permissions: 'edits' });
    const tool = { claude: 'Bash', gemini: 'run_shell_command' }[name];
    expect([code, task.exitCode, task.failure]).toMatchObject([
      1,
      0,
      { reason: 'refused', message: `${name} was not allowed to use ${tool}.` },
    ]);
    expect(existsSync(bench.bench.rig.path('made.txt'))).toBe(false);
  });

  test('WHEN it retries in silence THEN each retry is reported, and the timeout of the task ends it', async () => {
    await using bench = await AgentBench.create(name, { retry: true });
    const { code, task } = await bench.ask('STATUS:500', { timeout: 20_000 });
    expect([code, task.failure]).toEqual([1, { reason: 'timed-out', message: 'Timed out after 20000 ms.' }]);
    const retries = (await bench.reports()).filter((report) => 'reason' in report);
    const reason = { claude: 'server_error (HTTP 500)', gemini: 'HTTP 500' }[name];
    expect(retries.slice(0, 2)).toMatchObject([
      { type: 'retry', reason, attempt: 1 },
      { type: 'retry', reason, attempt: 2 },
    ]);
  });
});

test('WHEN gemini reaches a limit THEN the session says until when', async () => {
  await using bench = await AgentBench.create('gemini');
  const { task } = await bench.ask('STATUS:429');
  const limits = (await bench.reports()).filter((report) => 'resetsAt' in report) as { resetsAt: string }[];
  expect(limits).toEqual([
    { type: 'rate-limit', message: 'The rate limit is reached.', resetsAt: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  expect(task.failure?.hint).toMatch(`The limit resets at ${limits[0]?.resetsAt}. `);
});

test('WHEN gemini does not trust the folder THEN the task says so', async () => {
  await using bench = await AgentBench.create('gemini', { trusted: false });
  const { task } = await bench.ask('Say hello.');
  expect(task.failure).toEqual({
    reason: 'agent-error',
    message: expect.stringMatching(
      /^Gemini CLI does not trust this folder: Gemini CLI is not running in a trusted directory\. To proceed, /,
    ),
    hint: 'Run "gemini" in the folder once and trust it, or add "--skip-trust" to extraArgs.',
  });
});

test('WHEN the settings of gemini allow a tool but not this call THEN the task fails as refused', async () => {
  await using bench = await AgentBench.create('gemini');
  const settings = { tools: { allowed: ['run_shell_command'] } };
  await bench.bench.rig.write({ '.gemini/settings.json': JSON.stringify(settings) });
  const { task } = await bench.ask('TOOL:echo hi > made.txt', { permissions: 'ask' });
  expect([task.exitCode, task.failure]).toMatchObject([
    0,
    { reason: 'refused', message: 'gemini was not allowed to use run_shell_command.' },
  ]);
  expect(existsSync(bench.bench.rig.path('made.txt'))).toBe(false);
});

test('WHEN gemini gets an argument that it does not know THEN the task names it', async () => {
  await using bench = await AgentBench.create('gemini');
  const { task } = await bench.ask('Say hello.', { extraArgs: ['--modle=x'] });
  expect(task.failure).toMatchObject({
    reason: 'agent-error',
    message: 'Gemini CLI does not take an argument that it was given: Unknown argument: modle',
  });
});

test('WHEN gemini is told to skip the trust THEN it works in a folder it does not trust', async () => {
  await using bench = await AgentBench.create('gemini', { trusted: false });
  const { code, output } = await bench.ask('Say hello.', { extraArgs: ['--skip-trust'] });
  expect([code, output]).toEqual([0, 'PONG Say hello.']);
});
