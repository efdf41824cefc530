import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionEventBody } from '../events.js';
import { FileSessionStore } from './file-session-store.js';
import { SessionManager } from './session-manager.js';
import { secondsClock, started } from './testing-rig/sample-session.js';
import { temporaryFolder } from './testing-rig/temporary-folder.js';

const FAILED: SessionEventBody = { type: 'session.finished', status: 'FAILED', reason: 'a failed' };

test('a session is a folder for its owner only, with its source', async () => {
  const { root, store } = rig();
  const stored = await store.create('one', { workflowText: 'name: x\n' });
  stored.publish();
  expect(await stored.workflowText()).toBe('name: x\n');
  expect(
    modes(root, ['.', 'one', 'one/logs', 'one/outputs', 'one/prompts', 'one/artifacts', 'one/workflow.yaml']),
  ).toEqual(['700', '700', '700', '700', '700', '700', '600']);
  expect(Object.values(pathsIn(stored.paths)).map((path) => path.replace(join(root, 'one'), '…'))).toEqual([
    '…/logs/a.1.log',
    '…/outputs/a.2',
    '…/prompts/a.3.md',
    '…/artifacts',
    '…/control.sock',
  ]);
});

test('a task whose id cannot be the name of a file has one all the same', async () => {
  const { root, begin } = rig();
  const { paths } = await begin('one');
  const names = ['x'.repeat(300), '../../x', 'a.b', ''].map((id) => paths.logFile(id, 1));
  expect(new Set(names).size).toBe(4);
  for (const name of names) {
    expect(name.startsWith(join(root, 'one', 'logs/'))).toBe(true);
    writeFileSync(name, '');
  }
});

test('an id that exists is refused, and the session stays as it is', async () => {
  const { root, store, begin } = rig();
  await begin('one');
  const before = readFileSync(join(root, 'one/journal.jsonl'), 'utf8');
  await expect(store.create('one', { workflowText: 'second' })).rejects.toMatchObject({
    code: 'session-exists',
    message: 'There is a session "one" already.',
    hint: 'Choose another id, or go on with it: agentflow resume one',
  });
  expect([readFileSync(join(root, 'one/journal.jsonl'), 'utf8'), readdirSync(root)]).toEqual([before, ['one']]);
});

test('nobody sees a session that is being made, and of two with the same id the second is refused', async () => {
  const { root, store } = rig();
  const [first, second] = [
    await store.create('one', { workflowText: '1' }),
    await store.create('one', { workflowText: '2' }),
  ];
  expect(readdirSync(root)).toEqual([expect.stringMatching(/^\.new-one-/), expect.stringMatching(/^\.new-one-/)]);
  expect(await store.list()).toEqual([]);
  await expect(store.open('one')).rejects.toMatchObject({ code: 'no-session' });
  first.publish();
  expect(() => second.publish()).toThrow('There is a session "one" already.');
  await second.discard();
  expect(readdirSync(root)).toEqual(['one']);
  expect(await (await store.open('one')).workflowText()).toBe('1');
});

test('the lock and the journal of a session move with it', async () => {
  const { root, begin } = rig();
  const session = await begin('one');
  expect(readdirSync(join(root, 'one')).sort()).toEqual([
    'artifacts',
    'journal.jsonl',
    'lock',
    'logs',
    'outputs',
    'prompts',
    'workflow.yaml',
  ]);
  session.record(FAILED);
  await session.close();
  expect(readdirSync(join(root, 'one'))).not.toContain('lock');
  expect(readFileSync(session.paths.journal, 'utf8').split('\n')).toHaveLength(3);
});

describe('what a process left that died while it made a session', () => {
  const DEAD = '{"pid":1,"startTime":"long ago","host":"HOST","token":"x"}\n'.replace('HOST', hostname());

  test.each<[string, (dir: string) => void]>([
    ['with its lock', (dir) => writeFileSync(join(dir, 'lock'), DEAD)],
    ['before it had a lock', (dir) => utimesSync(dir, new Date(0), new Date(0))],
  ])('%s goes with the next session, or on demand', async (_, leave) => {
    const { root, store, begin } = rig();
    const abandon = async () => {
      await store.create('left', { workflowText: '' });
      leave(join(root, readdirSync(root).find((name) => name.startsWith('.new-left-')) as string));
    };
    await abandon();
    await (await begin('one')).close();
    expect(readdirSync(root)).toEqual(['one']);
    await abandon();
    await store.sweep();
    expect(readdirSync(root)).toEqual(['one']);
  });

  test('stays while the process lives', async () => {
    const { store, begin } = rig();
    const stored = await store.create('slow', { workflowText: '' });
    const lock = await stored.lock();
    await (await begin('one')).close();
    await store.sweep();
    stored.publish();
    lock.release();
    expect((await store.open('slow')).holder()).toBeNull();
  });
});

test('a folder in which nothing ever happened takes no id', async () => {
  const { root, begin } = rig();
  mkdirSync(join(root, 'one'), { recursive: true });
  writeFileSync(join(root, 'one/workflow.yaml'), '');
  await (await begin('one')).close();
  expect(readFileSync(join(root, 'one/journal.jsonl'), 'utf8')).toContain('session.started');
});

describe('what cannot be an id is refused before a path is built', () => {
  test.each<[string, string]>([
    ['', '""'],
    ['..', '".."'],
    ['../x', '"../x"'],
    ['a/b', '"a/b"'],
    ['a\\b', '"a\\\\b"'],
    ['-rf', '"-rf"'],
    ['A', '"A"'],
    ['a\0b', '"a\\u0000b"'],
    ['a\n', '"a\\n"'],
    ['é', '"é"'],
    ['x'.repeat(65), `"${'x'.repeat(40)}…"`],
    ['x'.repeat(5_000), `"${'x'.repeat(40)}…"`],
  ])('%#', async (id, shown) => {
    const { root, store } = rig();
    const refused = { code: 'bad-session-id', message: `${shown} cannot be the id of a session.` };
    await expect(store.create(id, { workflowText: '' })).rejects.toMatchObject(refused);
    await expect(store.open(id)).rejects.toMatchObject(refused);
    await expect(store.find(id)).rejects.toMatchObject(refused);
    await expect(store.remove(id)).rejects.toMatchObject(refused);
    expect(() => statSync(root)).toThrow('ENOENT');
  });

  test('"latest" can be looked for, not made', async () => {
    const { store } = rig();
    await expect(store.create('latest', { workflowText: '' })).rejects.toMatchObject({
      code: 'bad-session-id',
      message: '"latest" cannot be the id of a session.',
    });
    await expect(store.find('latest')).rejects.toMatchObject({
      code: 'no-session',
      message: 'There is no session yet.',
    });
  });
});

test('a link out of the folder is no session', async () => {
  const { root, store, begin } = rig();
  await begin('one');
  symlinkSync(temporaryFolder(), join(root, 'evil'));
  const missing = { code: 'no-session', message: 'There is no session "evil".' };
  await expect(store.open('evil')).rejects.toMatchObject(missing);
  await expect(store.remove('evil')).rejects.toMatchObject(missing);
  await expect(store.find('evil')).rejects.toMatchObject(missing);
  expect((await store.list()).map(({ id }) => id)).toEqual(['one']);
});

describe('finding', () => {
  test('takes an id, a unique beginning, and "latest"', async () => {
    const { store, begin } = rig();
    for (const id of ['z-first', 'ab', 'abc', 'abd']) await (await begin(id)).close();
    expect(await store.find('ab')).toBe('ab');
    expect(await store.find('z')).toBe('z-first');
    expect(await store.find('latest')).toBe('abd');
    await expect(store.find('q')).rejects.toMatchObject({
      code: 'no-session',
      message: 'There is no session "q".',
      hint: '"agentflow sessions" lists them.',
    });
    await expect(store.find('a')).rejects.toMatchObject({
      code: 'ambiguous-session',
      message: '"a" is the beginning of 3 sessions: ab, abc, abd.',
      hint: 'Write more of the id.',
    });
  });
});

describe('the list', () => {
  test('is empty where nothing ever ran', async () => {
    expect(await rig().store.list()).toEqual([]);
  });

  test('shows the newest first, whether they run, and what is damaged', async () => {
    const { root, store, begin } = rig();
    const failed = await begin('failed');
    failed.record({ type: 'task.started', taskId: 'a', attempt: 1 });
    failed.record({ type: 'task.skipped', taskId: 'b', because: { kind: 'when', expression: 'x', values: {} } });
    failed.record(FAILED);
    await failed.close();
    const gone = await begin('gone');
    await gone.close();
    const finishedUnseen = await begin('unseen');
    await finishedUnseen.close();
    const beforeItsEnd = readFileSync(finishedUnseen.paths.checkpoint);
    const again = await SessionManager.open(store, 'unseen', { clock: secondsClock() });
    again.record(FAILED);
    await again.close();
    writeFileSync(finishedUnseen.paths.checkpoint, beforeItsEnd);
    const running = await begin('running');
    mkdirSync(join(root, 'empty'));
    mkdirSync(join(root, 'Not-A-Session'));
    writeFileSync(join(root, 'note.txt'), '');

    const summaries = await store.list();
    await running.close();
    const byId = new Map(summaries.map((summary) => [summary.id, summary]));
    expect([...byId.keys()].sort()).toEqual(['empty', 'failed', 'gone', 'running', 'unseen']);
    expect(summaries.map(({ id }) => id).filter((id) => id !== 'empty')).toEqual([
      'running',
      'unseen',
      'gone',
      'failed',
    ]);
    expect(byId.get('failed')).toEqual({
      id: 'failed',
      damaged: null,
      workflow: 'sample',
      goal: 'ship it',
      status: 'FAILED',
      reason: 'a failed',
      startedAt: '2026-11-18T10:00:01.000Z',
      updatedAt: '2026-11-18T10:00:04.000Z',
      finishedAt: '2026-11-18T10:00:04.000Z',
      tasks: { total: 2, over: 1 },
      costUsd: null,
      unknownCosts: 0,
      pid: null,
    });
    expect(byId.get('running')).toMatchObject({ status: 'RUNNING', pid: process.pid });
    expect(byId.get('gone')).toMatchObject({
      status: 'INTERRUPTED',
      reason: 'The process that ran it is gone.',
      pid: null,
    });
    expect(byId.get('unseen')).toMatchObject({ status: 'FAILED', pid: null });
    expect(byId.get('empty')).toMatchObject({
      damaged: 'Session "empty" is empty: it has neither a checkpoint nor a journal.',
    });
  });
});

test('removing takes everything of a session that is not running', async () => {
  const { root, store, begin } = rig();
  const session = await begin('one');
  await expect(store.remove('one')).rejects.toMatchObject({ code: 'state-locked' });
  await session.close();
  await store.remove('one');
  expect(readdirSync(root)).toEqual([]);
  await expect(store.remove('one')).rejects.toMatchObject({ code: 'no-session' });
});

test('new ids sort by time and can be read', () => {
  const times = ['2026-11-18T10:42:33.999Z', '2026-11-18T10:42:34.000Z'].map((time) => new Date(time));
  const ids = [0.43, 0].map((random, index) => {
    const store = new FileSessionStore({ root: 'x', clock: () => times[index] as Date, random: () => random });
    return store.newId();
  });
  expect(ids).toEqual(['20261118-104233-fha2', '20261118-104234-0000']);
});

function rig() {
  const root = join(temporaryFolder(), '.agentflow', 'sessions');
  const store = new FileSessionStore({ root });
  const clock = secondsClock();
  const begin = (id: string) =>
    SessionManager.create(store, { id, workflowText: '', started: started([['a', 'b']]) }, { clock });
  return { root, store, begin };
}

function modes(root: string, names: readonly string[]): string[] {
  return names.map((name) => (statSync(join(root, name)).mode & 0o777).toString(8));
}

function pathsIn(paths: SessionManager['paths']): Record<string, string> {
  return {
    log: paths.logFile('a', 1),
    output: paths.outputFile('a', 2),
    prompt: paths.promptFile('a', 3),
    artifacts: paths.artifactsDir,
    socket: paths.controlSocket,
  };
}
