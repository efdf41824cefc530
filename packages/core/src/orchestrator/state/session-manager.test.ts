import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SessionEvent, SessionEventBody } from '../events.js';
import { FileSessionStore } from './file-session-store.js';
import { fromSessionJson } from './session-json.js';
import { SessionManager, type SessionManagerOptions } from './session-manager.js';
import { foldEvents, secondsClock, started } from './testing-rig/sample-session.js';
import { temporaryFolder } from './testing-rig/temporary-folder.js';

const START: SessionEventBody = { type: 'task.started', taskId: 'a', attempt: 1 };
const PROMPT: SessionEventBody = { type: 'task.prompted', taskId: 'a', attempt: 1, prompt: 'Do it.' };

test('an event is numbered, stamped, saved and part of the state before anybody hears of it', async () => {
  const { store, begin } = rig();
  const heard: SessionEvent[] = [];
  const seen: unknown[] = [];
  const manager = await begin({ listener: (event) => heard.push(event) });
  manager.subscribe((event) => {
    const lines = readFileSync(manager.paths.journal, 'utf8').trimEnd().split('\n');
    seen.push(manager.session.seq, manager.session.tasks.get('a')?.status, JSON.parse(lines.at(-1) ?? '') as unknown);
    expect(lines).toHaveLength(event.seq);
  });
  const event = manager.record(START);
  expect(event).toEqual({ v: 1, seq: 2, ts: '2026-11-18T10:00:02.000Z', sessionId: 'one', ...START });
  expect(seen).toEqual([2, 'RUNNING', event]);
  expect(heard.map(({ type }) => type)).toEqual(['session.started', 'task.started']);
  await manager.close();
  expect((await SessionManager.read(store, 'one')).session.seq).toBe(2);
});

test('a listener that throws harms nobody, and events arrive in order when a listener causes more', async () => {
  const manager = await rig().begin();
  const heard: number[] = [];
  manager.subscribe((event) => {
    if (event.type === 'task.started') manager.record(PROMPT);
    throw new Error('broken renderer');
  });
  const stop = manager.subscribe(({ seq }) => heard.push(seq));
  manager.record(START);
  expect(heard).toEqual([2, 3]);
  stop();
  manager.record(PROMPT);
  expect(heard).toEqual([2, 3]);
  await manager.close();
});

test('an event for an unknown task is refused and not saved', async () => {
  const manager = await rig().begin();
  expect(() => manager.record({ ...START, taskId: 'z' })).toThrow(
    expect.objectContaining({ code: 'unknown-task', message: 'the session has no task "z"' }),
  );
  expect(readFileSync(manager.paths.journal, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  manager.record(START);
  expect(manager.session.seq).toBe(2);
  await manager.close();
});

test('secrets are neither saved nor shown', async () => {
  const manager = await rig().begin({ redact: (text) => text.replaceAll('hunter2', '***') });
  const event = manager.record({ ...PROMPT, prompt: 'use hunter2' });
  expect(event).toMatchObject({ prompt: 'use ***' });
  await manager.close();
  expect(readFileSync(manager.paths.journal, 'utf8')).not.toContain('hunter2');
  expect(manager.history()).toMatchObject([{ kind: 'prompt', text: 'use ***' }]);
});

test('the history has prompts, inputs and answers', async () => {
  const { store, begin } = rig();
  const manager = await begin();
  manager.record(START);
  manager.record(PROMPT);
  manager.record({ type: 'task.input-sent', taskId: 'a', text: 'yes' });
  manager.record({ type: 'task.answered', taskId: 'b', decision: 'reject', message: 'no' });
  const ts = (second: number) => `2026-11-18T10:00:0${second}.000Z`;
  const history = [
    { seq: 3, ts: ts(3), taskId: 'a', kind: 'prompt', text: 'Do it.' },
    { seq: 4, ts: ts(4), taskId: 'a', kind: 'input', text: 'yes' },
    { seq: 5, ts: ts(5), taskId: 'b', kind: 'answer', text: 'no', decision: 'reject' },
  ];
  expect(manager.history()).toEqual(history);
  await manager.close();
  expect((await SessionManager.read(store, 'one')).history()).toEqual(history);
});

test('closing writes the last state, lets go of the lock and leaves no other file', async () => {
  const { store, begin } = rig();
  const manager = await begin();
  manager.record(START);
  await manager.durable();
  await manager.close();
  await manager.close();
  expect(fromSessionJson(readFileSync(manager.paths.checkpoint, 'utf8'))).toEqual(manager.session);
  expect([manager.paths.lock, `${manager.paths.checkpoint}.tmp`].filter(existsSync)).toEqual([]);
  expect(() => manager.record(PROMPT)).toThrow('the session is closed');
  expect((await store.open('one')).holder()).toBeNull();
});

test('a checkpoint is written when the events in it are on the disk', async () => {
  const { store, begin } = rig();
  const order: string[] = [];
  const stored = await store.create('one', { workflowText: '' });
  const { openJournal, writeCheckpoint } = stored;
  stored.openJournal = (end) => {
    const journal = openJournal.call(stored, end);
    const { sync } = journal;
    journal.sync = () => sync.call(journal).then(() => void order.push('journal'));
    return journal;
  };
  stored.writeCheckpoint = (text) => {
    order.push('checkpoint');
    return writeCheckpoint.call(stored, text);
  };
  store.create = async () => stored;
  const manager = await begin();
  manager.record(START);
  await manager.close();
  expect(order.slice(0, order.indexOf('checkpoint') + 1)).toEqual(['journal', 'checkpoint']);
});

test('a session goes on where it was, with the numbers of its events', async () => {
  const { store, begin } = rig();
  const first = await begin();
  first.record(START);
  await first.close();
  writeFileSync(`${first.paths.checkpoint}.tmp`, 'half a checkpoint');
  const second = await SessionManager.open(store, 'one', { clock: secondsClock() });
  expect(existsSync(`${first.paths.checkpoint}.tmp`)).toBe(false);
  expect(second.session).toEqual(first.session);
  expect(await second.workflowText()).toBe('name: sample\n');
  expect(second.record(PROMPT).seq).toBe(3);
  await second.close();
  const third = await SessionManager.read(store, 'one');
  expect(third.session).toMatchObject({ seq: 3, status: 'INTERRUPTED', reason: 'The process that ran it is gone.' });
});

test('only one process writes, anybody may read', async () => {
  const { store, begin } = rig();
  const manager = await begin();
  const message = `The session is in use by process ${process.pid}.`;
  await expect(SessionManager.open(store, 'one')).rejects.toMatchObject({ code: 'state-locked', message });
  manager.record(START);
  const view = await SessionManager.read(store, 'one');
  expect([view.session.status, view.pid, view.session.seq]).toEqual(['RUNNING', process.pid, 2]);
  await manager.close();
});

test('10,000 tasks with three events each fold to the same state from journal and checkpoint', {
  timeout: 60_000,
}, async () => {
  const { store } = rig();
  const ids = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
  const manager = await SessionManager.create(store, {
    id: 'big',
    workflowText: '',
    started: started([ids, ['last']]),
  });
  const events: SessionEvent[] = [];
  for (const taskId of ids) {
    events.push(manager.record({ type: 'task.started', taskId, attempt: 1 }));
    events.push(manager.record({ type: 'task.continued', taskId }));
    events.push(
      manager.record({ type: 'task.finished', taskId, attempt: 1, status: 'DONE', exitCode: 0, output: null }),
    );
  }
  await manager.close();
  expect(manager.session.currentStageIndex).toBe(1);
  const [first] = readFileSync(manager.paths.journal, 'utf8').split('\n', 1);
  expect(foldEvents([JSON.parse(first ?? ''), ...events])).toEqual(manager.session);
  expect(fromSessionJson(readFileSync(manager.paths.checkpoint, 'utf8'))).toEqual(manager.session);
});

function rig() {
  const store = new FileSessionStore({ root: temporaryFolder() });
  const begin = (options: SessionManagerOptions = {}) =>
    SessionManager.create(
      store,
      { id: 'one', workflowText: 'name: sample\n', started: started([['a'], ['b']]) },
      { clock: secondsClock(), ...options },
    );
  return { store, begin };
}
