import type { AgentEvent } from '@agentflow/plugin-sdk';
import { expect, test } from 'vitest';
import type { SessionEventBody } from '../events.js';
import { redactEvent } from './redact-event.js';
import { started } from './testing-rig/sample-session.js';

const S = 'secret';
const redact = (text: string) => text.replaceAll(S, '***');
const task = { taskId: S, attempt: 1 };
const report = (event: AgentEvent): SessionEventBody => ({ type: 'task.reported', ...task, event });

test.each<[SessionEventBody, object]>([
  [
    started([[S]], { goal: S, arguments: S, inputs: JSON.parse('{"__proto__":"secret"}'), cwd: `/${S}` }),
    { ...started([[S]], { cwd: `/${S}` }), goal: '***', arguments: '***', inputs: JSON.parse('{"__proto__":"***"}') },
  ],
  [
    { type: 'session.resumed', pending: [S], inputs: { a: S } },
    { pending: [S], inputs: { a: '***' } },
  ],
  [{ type: 'session.finished', status: 'FAILED', reason: S }, { reason: '***' }],
  [
    { type: 'session.warned', code: S, message: S },
    { code: S, message: '***' },
  ],
  [
    { type: 'task.launched', ...task, pid: 1, mode: 'headless', command: S },
    { taskId: S, command: '***' },
  ],
  [
    { type: 'task.prompted', ...task, prompt: S },
    { taskId: S, prompt: '***' },
  ],
  [
    { type: 'task.input-sent', taskId: S, text: S },
    { taskId: S, text: '***' },
  ],
  [
    { type: 'task.waiting', taskId: S, question: S, kind: 'text' },
    { taskId: S, question: '***' },
  ],
  [
    { type: 'task.answered', taskId: S, decision: 'approve', message: S },
    { taskId: S, message: '***' },
  ],
  [
    { type: 'task.retried', ...task, delayMs: 1, reason: 'signal', message: S },
    { taskId: S, message: '***' },
  ],
  [
    {
      type: 'task.finished',
      ...task,
      status: 'FAILED',
      exitCode: 1,
      output: S,
      failure: { reason: 'signal', message: S, hint: S },
    },
    { output: S, failure: { reason: 'signal', message: '***', hint: '***' } },
  ],
  [
    { type: 'task.skipped', taskId: S, because: { kind: 'when', expression: S, values: { [S]: S } } },
    { because: { kind: 'when', expression: '***', values: { [S]: '***' } } },
  ],
  [
    { type: 'task.saved', taskId: S, state: { a: [S, 1, null] } },
    { taskId: S, state: { a: ['***', 1, null] } },
  ],
  [report({ type: 'session', conversationId: S, model: S }), { event: { conversationId: S, model: '***' } }],
  [report({ type: 'tool', name: S, state: 'started', detail: S }), { event: { name: '***', detail: '***' } }],
  [report({ type: 'result', ok: true, text: S }), { event: { type: 'result', ok: true, text: '***' } }],
])('texts lose their secrets, ids and paths stay: %#', (body, expected) => {
  expect(redactEvent(body, redact)).toMatchObject(expected);
});
