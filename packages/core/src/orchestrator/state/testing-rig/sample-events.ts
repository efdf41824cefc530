import type { SessionEventBody } from '../../events.js';
import { started } from './sample-session.js';

/** Events of a session with the stages a and b, none, and c. */
export const A = { taskId: 'a' };
export const begin = started([['a', 'b'], [], ['c']]);
export const start = (taskId: string, attempt = 1): SessionEventBody => ({ type: 'task.started', taskId, attempt });
export const finish = (taskId: string, status: 'DONE' | 'FAILED' | 'CANCELLED' = 'DONE'): SessionEventBody => ({
  type: 'task.finished',
  taskId,
  attempt: 1,
  status,
  exitCode: status === 'DONE' ? 0 : 1,
  output: status === 'DONE' ? `outputs/${taskId}.1` : null,
  ...(status !== 'DONE' && { failure: { reason: 'exit-code', message: 'Exit code 1.' } }),
});
export const skip = (taskId: string): SessionEventBody => ({
  type: 'task.skipped',
  taskId,
  because: { kind: 'when', expression: 'x', values: { x: '' } },
});
export const resume = (...pending: string[]): SessionEventBody => ({ type: 'session.resumed', pending, inputs: {} });
export const asks: SessionEventBody = { type: 'task.waiting', ...A, question: 'Go on?', kind: 'terminal' };
export const approves: SessionEventBody = { type: 'task.answered', ...A, decision: 'approve', message: 'fine' };
export const usage = (
  counts: 'total' | 'increment',
  [inputTokens, outputTokens, costUsd]: readonly (number | null)[],
  taskId = 'a',
): SessionEventBody => ({
  type: 'task.reported',
  taskId,
  attempt: 1,
  event: {
    type: 'usage',
    counts,
    inputTokens: inputTokens ?? null,
    outputTokens: outputTokens ?? null,
    costUsd: costUsd ?? null,
  },
});
export const launch: Extract<SessionEventBody, { type: 'task.launched' }> = {
  type: 'task.launched',
  ...A,
  attempt: 1,
  pid: 7,
  mode: 'headless',
  command: 'agent',
};
