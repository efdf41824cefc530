import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fake, runFakeAgent } from '@agentflow/plugin-sdk/testing';
import plugin from '../dist/index.js';

// A real process takes the place of codex: it gets the adapter's arguments and prints these lines.
function run(lines, ...end) {
  const steps = lines.map((line) => fake.print(typeof line === 'string' ? line : JSON.stringify(line)));
  return runFakeAgent(plugin.adapters.codex, { prompt: 'Say hello.', steps: [...steps, ...end] });
}

const COMPLETE = [
  { type: 'thread.started', thread_id: 't-1' },
  'a warning that is no event',
  { type: 'item.completed', item: { type: 'agent_message', text: 'Hello.' } },
  { type: 'turn.completed', usage: { input_tokens: 11, output_tokens: 7 } },
];

test('WHEN a turn completes THEN its last message is the answer, and tokens are counted', async () => {
  const { args, events, verdict } = await run(COMPLETE);
  assert.deepEqual(args, ['exec', '--json', '--skip-git-repo-check', '--', 'Say hello.']);
  assert.deepEqual(verdict, { ok: true, answer: 'Hello.' });
  assert.deepEqual(
    events.map(({ type }) => type),
    ['session', 'message', 'usage'],
  );
});

test('WHEN a turn fails THEN exit code 0 does not make it a success', async () => {
  const { verdict } = await run([{ type: 'turn.failed', error: { message: 'No credit.' } }], fake.exit(0));
  assert.deepEqual(verdict, { ok: false, reason: 'agent-error', message: 'No credit.' });
});

test('WHEN the program ends in the middle, with a code or by a signal THEN that is a failure', async () => {
  const ends = [
    await run([{ type: 'turn.started' }]),
    await run(COMPLETE, fake.exit(2)),
    await run([], fake.crash('kill')),
  ];
  assert.deepEqual(
    ends.map(({ verdict }) => verdict.reason),
    ['bad-output', 'exit-code', 'signal'],
  );
});

test('WHEN it prints characters in pieces and a great deal of noise THEN the answer is still found', async () => {
  const { verdict } = await runFakeAgent(plugin.adapters.codex, {
    steps: [
      fake.splitUtf8('grüße'),
      fake.flood(1_000_000),
      ...COMPLETE.slice(2).map((event) => fake.print(JSON.stringify(event))),
    ],
  });
  assert.deepEqual(verdict, { ok: true, answer: 'Hello.' });
});
