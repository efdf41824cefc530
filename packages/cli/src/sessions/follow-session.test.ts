import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSessionStore, SessionManager } from '@agentflow/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FollowOptions, followSession } from './follow-session.js';
import type { LogPrinter } from './log-printers.js';

let root = '';
let store: FileSessionStore;
let manager: SessionManager;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'agentflow-follow-'));
  store = new FileSessionStore({ root });
  const tasks = ['a', 'b'].map((id) => ({ id, name: id, type: 'bash', stage: 0 }));
  const workflow = { name: 'Flow', file: null, digest: 'd', kind: 'nodes' as const };
  const plan = {
    workflow,
    goal: null,
    arguments: '',
    inputs: {},
    cwd: '/',
    stages: [{ name: '1', taskIds: ['a', 'b'] }],
    tasks,
  };
  manager = await SessionManager.create(store, {
    id: 's',
    workflowText: '',
    started: { type: 'session.started', ...plan },
  });
});
afterEach(async () => {
  await manager.close();
  await rm(root, { recursive: true });
});

const log = (taskId: string, attempt: number, text: string) => appendFile(manager.paths.logFile(taskId, attempt), text);
const start = (taskId: string, attempt = 1) => manager.record({ type: 'task.started', taskId, attempt });
const finish = (taskId: string, attempt = 1) =>
  manager.record({ type: 'task.finished', taskId, attempt, status: 'DONE', exitCode: 0, output: null });
const retry = (taskId: string, attempt: number) =>
  manager.record({ type: 'task.retried', taskId, attempt, delayMs: 1, reason: 'exit-code', message: 'x' });
const endSession = () => manager.record({ type: 'session.finished', status: 'DONE', reason: null });

/** Starts to follow; `seen` is what was shown so far, `until` waits for it to hold a text. */
async function follow(options: Partial<FollowOptions> = {}) {
  const seen: string[] = [];
  let wake = () => {};
  const add = async (entry: string) => {
    seen.push(entry);
    wake();
  };
  const printer: LogPrinter = {
    bytes: (source, bytes) => add(`${source.taskId}.${source.attempt}: ${bytes}`),
    event: (event) => add(event.type),
    endOf: (source) => add(`end of ${source.taskId}.${source.attempt}`),
    close: (end) => add(`closed: ${end}`),
  };
  const until = async (text: string) => {
    while (!seen.includes(text))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  const view = await SessionManager.read(store, 's');
  const stored = await store.open('s');
  const ended = followSession(stored, view, { options: { withEarlierAttempts: false, ...options }, printer });
  return { seen, until, ended };
}

test('WHEN a session runs THEN its output comes as it is written, before the event that ends the task', async () => {
  start('a');
  await log('a', 1, 'early');
  const { seen, until, ended } = await follow();
  await until('a.1: early');
  await log('a', 1, 'late');
  await until('a.1: late');
  start('b');
  await until('task.started');
  await log('b', 1, 'of b');
  finish('b');
  finish('a');
  endSession();
  expect(await ended).toBe('over');
  expect(seen.filter((entry) => entry !== 'task.started')).toEqual([
    'session.started',
    'a.1: early',
    'a.1: late',
    'b.1: of b',
    'end of b.1',
    'task.finished',
    'end of a.1',
    'task.finished',
    'session.finished',
    'closed: over',
  ]);
});

test('WHEN one task is followed THEN its attempts are followed too, and it ends with the task', async () => {
  const { seen, until, ended } = await follow({ taskId: 'a' });
  start('a');
  start('b');
  await log('a', 1, 'first');
  await log('b', 1, 'of b');
  await until('a.1: first');
  retry('a', 1);
  start('a', 2);
  await log('a', 2, 'second');
  await until('a.2: second');
  finish('a', 2);
  expect(await ended).toBe('over');
  expect(seen.join(', ')).toBe(
    'session.started, task.started, a.1: first, end of a.1, task.retried, task.started, a.2: second, end of a.2, task.finished, closed: over',
  );
});

test('WHEN following begins late THEN earlier attempts are left out, unless they are wanted', async () => {
  start('a');
  await log('a', 1, 'first');
  retry('a', 1);
  start('a', 2);
  await log('a', 2, 'one\ntwo\nthree\n');
  finish('a', 2);
  endSession();
  const shown = async (options: Partial<FollowOptions>) => {
    const { seen, ended } = await follow(options);
    await ended;
    return seen.filter((entry) => entry.startsWith('a.'));
  };
  expect(await shown({})).toEqual(['a.2: one\ntwo\nthree\n']);
  expect(await shown({ withEarlierAttempts: true })).toEqual(['a.1: first', 'a.2: one\ntwo\nthree\n']);
  expect(await shown({ taskId: 'a', attempt: 1 })).toEqual(['a.1: first']);
  expect(await shown({ tail: 1 })).toEqual(['a.2: three\n']);
});

test('WHEN a session was resumed THEN its earlier end is not the end', async () => {
  manager.record({ type: 'session.finished', status: 'INTERRUPTED', reason: null });
  manager.record({ type: 'session.resumed', pending: ['a', 'b'], inputs: {} });
  const { until, ended } = await follow();
  await until('session.resumed');
  start('a');
  await log('a', 1, 'again');
  await until('a.1: again');
  endSession();
  expect(await ended).toBe('over');
});

test('WHEN the process of the session is gone THEN following ends with all that was written', async () => {
  start('a');
  const { seen, until, ended } = await follow();
  await until('task.started');
  await log('a', 1, 'last words');
  await manager.close();
  expect(await ended).toBe('process-gone');
  expect(seen).toEqual(['session.started', 'task.started', 'a.1: last words', 'end of a.1', 'closed: process-gone']);
});
