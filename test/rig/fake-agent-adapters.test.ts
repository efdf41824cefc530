import claude from '@agentflow/adapter-claude';
import gemini from '@agentflow/adapter-gemini';
import type { AgentOptions, Plugin } from '@agentflow/plugin-sdk';
import { describe, expect, test } from 'vitest';
import { FakeAgents } from './fake-agent.js';
import { TestRig } from './test-rig.js';

/** Runs the agent of an adapter as the core does, with the fake in the place of the real program. */
async function runAdapter(plugin: Plugin, name: 'claude' | 'gemini', prompt: string, options: AgentOptions = {}) {
  await using rig = await TestRig.create();
  await using agents = await FakeAgents.listen(rig.home);
  await agents.install(name, rig.bin);
  const adapter = plugin.adapters?.[name]?.({ name, cwd: rig.path(), env: {} });
  if (!adapter) throw new Error(`There is no adapter ${name}.`);
  const told: unknown[] = [];
  const host = { emit: (event: unknown) => void told.push(event), needsInput: () => {}, working: () => {} };
  const { args } = adapter.mapOptions?.('headless', options) ?? { args: [] };
  const launch = adapter.getLaunchConfig('headless', prompt, args);
  const env = { AGENTFLOW_FAKE_HOME: agents.home };
  const { stdout, stderr, code, signal } = await rig.spawn(launch.command, launch.args, env).exited;
  for (const line of stdout.split('\n').filter(Boolean)) adapter.onLine?.(line, host);
  adapter.onOutput?.({ stream: 'stderr', raw: stderr, clean: stderr }, host);
  return { told, verdict: adapter.judge?.({ exitCode: code, signal }) };
}

const PROMPT =
  'Look.\n```fake\nsay Let me see.\ntool Bash ls -la\nretry-event overloaded attempt=2 delay=500\nsay All\nsay good.\nusage 120 30 0.25\n```';

describe.each([
  [
    'claude',
    claude,
    { retry: [{ type: 'retry', reason: 'overloaded', attempt: 2, delayMs: 500 }], cost: 0.25, piece: {} },
  ],
  ['gemini', gemini, { retry: [], cost: null, piece: { delta: true } }],
] as const)('in the place of %s', (name, plugin, { retry, cost, piece }) => {
  /** Beside the pieces of a message it is told as a whole. */
  const whole = (text: string) => ('delta' in piece ? [{ type: 'message', text }] : []);

  test('WHEN it works THEN the adapter reads what it told', async () => {
    const { told, verdict } = await runAdapter(plugin, name, PROMPT, { model: 'big', permissions: 'full' });
    expect(told).toMatchObject([
      { type: 'session', conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/), model: 'big' },
      { type: 'message', text: 'Let me see.', ...piece },
      ...whole('Let me see.'),
      { type: 'tool', name: 'Bash', state: 'started', detail: 'ls -la' },
      { type: 'tool', name: 'Bash', state: 'finished' },
      ...retry,
      { type: 'message', text: 'All', ...piece },
      { type: 'message', ...piece },
      ...whole('All\ngood.'),
      { type: 'usage', counts: 'total', inputTokens: 120, outputTokens: 30, costUsd: cost },
      { type: 'result', ok: true, text: 'All\ngood.' },
    ]);
    expect(verdict).toEqual({ ok: true, answer: 'All\ngood.' });
  });

  test('WHEN it has no script THEN it answers', async () => {
    const { verdict } = await runAdapter(plugin, name, '--help me');
    expect(verdict).toMatchObject({ ok: true, answer: expect.stringMatching(/^You asked: --help me\.\n/) });
  });

  test.each([
    ['error-event API Error: 429 rate limit; exit 0', { ok: false, reason: 'rate-limited' }],
    ['tool Bash state=refused; say Sorry.', { ok: false, reason: 'refused' }],
    ['print hello; exit 0', { ok: false, reason: 'bad-output' }],
    ['exit 9', { ok: false, reason: 'exit-code' }],
    ['crash', { ok: false, reason: 'signal' }],
  ])('WHEN it is told to %s THEN the adapter judges so', async (steps, verdict) => {
    expect((await runAdapter(plugin, name, `fake: ${steps}`)).verdict).toMatchObject(verdict);
  });

  test('WHEN a conversation is unknown THEN the adapter says so', async () => {
    const { verdict } = await runAdapter(plugin, name, 'Go on.', { resume: 'c0ffee' });
    expect(verdict).toMatchObject({
      ok: false,
      reason: 'agent-error',
      message: expect.stringContaining('does not know'),
    });
  });
});

test('WHEN claude is given a schema THEN its answer fits it', async () => {
  const outputFormat = { type: 'object', properties: { n: { type: 'integer' } } };
  expect((await runAdapter(claude, 'claude', 'Count.', { outputFormat })).verdict).toEqual({
    ok: true,
    answer: '{"n":1}',
  });
});
