import assert from 'node:assert/strict';
import { test } from 'node:test';
import plugin from '../dist/index.js';

const DONE = { exitCode: 0, signal: null };

function observe(...events) {
  const adapter = plugin.adapters.codex({ name: 'codex', cwd: '.', env: {} });
  const emitted = [];
  const host = { emit: (event) => emitted.push(event), needsInput: () => {}, working: () => {} };
  for (const event of events) adapter.onLine(typeof event === 'string' ? event : JSON.stringify(event), host);
  return { adapter, emitted };
}

test('WHEN a turn completes THEN its last message is the answer, and tokens are counted', () => {
  const { adapter, emitted } = observe(
    { type: 'thread.started', thread_id: 't-1' },
    'a warning that is no event',
    { type: 'item.completed', item: { type: 'agent_message', text: 'Hello.' } },
    { type: 'turn.completed', usage: { input_tokens: 11, output_tokens: 7 } },
  );
  assert.deepEqual(adapter.judge(DONE), { ok: true, answer: 'Hello.' });
  assert.deepEqual(
    emitted.map(({ type }) => type),
    ['session', 'message', 'usage'],
  );
});

test('WHEN a turn fails THEN exit code 0 does not make it a success', () => {
  const { adapter } = observe({ type: 'turn.failed', error: { message: 'No credit.' } });
  assert.deepEqual(adapter.judge(DONE), { ok: false, reason: 'agent-error', message: 'No credit.' });
});

test('WHEN the program ends in the middle THEN that is a failure', () => {
  assert.equal(observe({ type: 'turn.started' }).adapter.judge(DONE).ok, false);
});
