import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SessionEvent, SessionEventBody } from '../events.js';
import { FileSessionStore } from './file-session-store.js';
import { SessionManager } from './session-manager.js';
import { foldEvents, started } from './testing-rig/sample-session.js';
import { canHaveSmallDisk, onSmallDisk } from './testing-rig/small-disk.js';
import { temporaryFolder } from './testing-rig/temporary-folder.js';

const BODIES: SessionEventBody[] = [
  { type: 'task.started', taskId: 'a', attempt: 1 },
  { type: 'task.prompted', taskId: 'a', attempt: 1, prompt: 'Grüße, 日本' },
  { type: 'task.finished', taskId: 'a', attempt: 1, status: 'DONE', exitCode: 0, output: 'outputs/a.1' },
  { type: 'task.started', taskId: 'b', attempt: 1 },
  { type: 'session.finished', status: 'INTERRUPTED', reason: 'Ctrl-C' },
];

describe('a journal cut at every byte of its last three lines', { timeout: 60_000 }, () => {
  test('without a checkpoint gives the fold of its complete lines, and can be gone on with', async () => {
    const { store, paths, journal, events } = await stored();
    rmSync(paths.checkpoint);
    for (const { size, complete } of cuts(journal)) {
      writeFileSync(paths.journal, journal.subarray(0, size));
      const manager = await SessionManager.open(store, 'one');
      expect(manager.session).toEqual(foldEvents(events.slice(0, complete)));
      manager.record({ type: 'session.warned', code: 'x', message: 'goes on' });
      await manager.close();
      rmSync(paths.checkpoint);
      expect((await SessionManager.read(store, 'one')).session.seq).toBe(complete + 1);
    }
  });

  test('with an older checkpoint gives the same', async () => {
    const { store, paths, journal, events, checkpoints } = await stored();
    for (const { size, complete } of cuts(journal)) {
      writeFileSync(paths.checkpoint, checkpoints[2] ?? '');
      writeFileSync(paths.journal, journal.subarray(0, size));
      const manager = await SessionManager.open(store, 'one');
      expect(manager.session).toEqual(foldEvents(events.slice(0, complete)));
      await manager.close();
    }
  });

  test('with the last checkpoint loses nothing, and can be gone on with', async () => {
    const { store, paths, journal, events } = await stored();
    truncateSync(paths.journal, journal.length - 10);
    for (const seq of [events.length + 1, events.length + 2]) {
      const manager = await SessionManager.open(store, 'one');
      expect(manager.record({ type: 'session.warned', code: 'x', message: 'goes on' }).seq).toBe(seq);
      await manager.close();
    }
  });
});

const STATUS_PROBLEM = '"status" is not one of PENDING, RUNNING, WAITING_FOR_USER, DONE, FAILED, SKIPPED, CANCELLED';

describe('missing and damaged files', () => {
  test.each<[string, string | null]>([
    ['missing', null],
    ['empty', ''],
  ])('a journal that is %s leaves the checkpoint', async (_, content) => {
    const { store, paths, events } = await stored();
    if (content === null) rmSync(paths.journal);
    else writeFileSync(paths.journal, content);
    for (let seq = events.length + 1; seq < events.length + 3; seq++) {
      const manager = await SessionManager.open(store, 'one');
      expect(manager.session).toMatchObject({ seq: seq - 1, currentStageIndex: 1 });
      manager.record({ type: 'session.warned', code: 'x', message: 'goes on' });
      await manager.close();
    }
  });

  test.each<[string, string | null]>([
    ['missing', null],
    ['empty', ''],
    ['cut', '{"version":1,'],
    ['another document', '{}'],
  ])('a checkpoint that is %s leaves the journal', async (_, content) => {
    const { store, paths, events } = await stored();
    if (content === null) rmSync(paths.checkpoint);
    else writeFileSync(paths.checkpoint, content);
    expect((await SessionManager.read(store, 'one')).session).toEqual(foldEvents(events));
    const manager = await SessionManager.open(store, 'one');
    expect(manager.session).toEqual(foldEvents(events));
    await manager.close();
  });

  test('neither of them is a clear error', async () => {
    const { store, paths } = await stored();
    rmSync(paths.journal);
    rmSync(paths.checkpoint);
    await expect(SessionManager.open(store, 'one')).rejects.toMatchObject({
      code: 'state-damaged',
      path: paths.dir,
      message: 'Session "one" is empty: it has neither a checkpoint nor a journal.',
    });
  });

  test('a damaged checkpoint without a journal is named', async () => {
    const { store, paths } = await stored();
    rmSync(paths.journal);
    writeFileSync(paths.checkpoint, '{"version":1}');
    await expect(SessionManager.read(store, 'one')).rejects.toMatchObject({
      code: 'state-damaged',
      message: `${paths.checkpoint} is damaged: "stages" is missing.`,
    });
  });

  test.each<[string, (lines: string[]) => void, number, string]>([
    ['garbage', (lines) => lines.splice(2, 1, 'garbage'), 3, 'the line is not an event'],
    ['a missing line', (lines) => lines.splice(2, 1), 3, 'event 4 follows event 2'],
    ['a doubled line', (lines) => lines.splice(2, 0, lines[1] ?? ''), 3, 'event 2 follows event 2'],
    ['an unknown task', (lines) => rename(lines, 4, '"taskId":"b"', '"taskId":"z"'), 5, 'the session has no task "z"'],
    ['an unknown event', (lines) => rename(lines, 4, 'task.started', 'task.flew'), 5, 'there is no event "task.flew"'],
    ['another status', (lines) => rename(lines, 3, '"DONE"', '"DOME"'), 4, STATUS_PROBLEM],
    ['tasks that are none', (lines) => rename(lines, 0, '"tasks":[{', '"tasks":[3,{'), 1, 'task 1 is not an object'],
    [
      'a stage that is none',
      (lines) => rename(lines, 0, '"stages":[', '"stages":[null,'),
      1,
      'stage 1 is not an object',
    ],
  ])('damage in the middle (%s) names file and line and leaves the file alone', async (_, damage, line, problem) => {
    const { store, paths, journal } = await stored();
    const lines = journal.toString().split('\n');
    damage(lines);
    writeFileSync(paths.journal, lines.join('\n'));
    rmSync(paths.checkpoint);
    const expected = {
      code: 'state-damaged',
      path: paths.journal,
      line,
      message: `${paths.journal}:${line} is damaged: ${problem}.`,
      hint: 'The file was left as it is. Repair it by hand, or start a new session.',
    };
    await expect(SessionManager.open(store, 'one')).rejects.toMatchObject(expected);
    await expect(SessionManager.read(store, 'one')).rejects.toMatchObject(expected);
    expect(readFileSync(paths.journal, 'utf8')).toBe(lines.join('\n'));
    expect(await store.list()).toMatchObject([{ id: 'one', damaged: expected.message }]);
    expect((await store.open('one')).holder()).toBeNull();
  });
});

describe.runIf(canHaveSmallDisk())('on a disk of 1 MB', { timeout: 60_000 }, () => {
  test('that is full, path and reason are named, nothing is lost, and the session goes on when there is space', () => {
    const { result, folder } = onSmallDisk(`
      const session = await begin();
      const prompt = 'x'.repeat(10_000);
      let recorded = 1;
      const errors = [];
      while (errors.length < 3) {
        try {
          session.record({ type: 'task.prompted', taskId: 'a', attempt: 1, prompt });
          recorded++;
        } catch (error) {
          errors.push(error);
        }
      }
      await session.close();
      const another = await begin('two').catch((error) => error.message);
      rmSync(filler);
      const again = await SessionManager.open(store, 'one');
      again.record({ type: 'session.warned', code: 'x', message: 'goes on' });
      await again.close();
      return {
        message: errors[0].message,
        same: errors.every((error) => error === errors[0]),
        lost: recorded + 1 - again.session.seq,
        another,
        left: readdirSync(join(root)),
      };
    `);
    expect(result).toEqual({
      message: `Cannot write ${folder}/sessions/one/journal.jsonl: no space left on the device.`,
      same: true,
      lost: 0,
      another: expect.stringMatching(/^Cannot write .+\/sessions\/two.*: no space left on the device\.$/),
      left: ['one'],
    });
  });

  test('that is read-only, path and reason are named', () => {
    const { result, folder } = onSmallDisk(`
      await (await begin()).close();
      execFileSync('mount', ['-o', 'remount,ro', folder]);
      const tries = [SessionManager.open(store, 'one'), begin('two'), store.remove('one')];
      const messages = await Promise.all(tries.map((tried) => tried.catch((error) => error.message)));
      return [...messages, (await SessionManager.read(store, 'one')).session.status];
    `);
    expect(result).toEqual([
      `Cannot write ${folder}/sessions/one/lock: the file system is read-only.`,
      `Cannot write ${folder}/sessions/two: the file system is read-only.`,
      `Cannot write ${folder}/sessions/one/lock: the file system is read-only.`,
      'INTERRUPTED',
    ]);
  });
});

/** A finished session with its events, and its checkpoint after each of them. */
async function stored() {
  const store = new FileSessionStore({ root: temporaryFolder() });
  const first = started([['a'], ['b']]);
  const checkpoints: string[] = [];
  const manager = await SessionManager.create(store, { id: 'one', workflowText: '', started: first });
  const { paths } = manager;
  await manager.close();
  for (const body of BODIES) {
    checkpoints.push(readFileSync(paths.checkpoint, 'utf8'));
    const next = await SessionManager.open(store, 'one');
    next.record(body);
    await next.close();
  }
  const journal = readFileSync(paths.journal);
  const lines = journal.toString().trimEnd().split('\n');
  const events: SessionEvent[] = lines.map((line) => JSON.parse(line));
  return { store, paths, journal, events, checkpoints };
}

/** Every size of the file within its last three lines, and how many lines are complete then. */
function cuts(journal: Buffer): { size: number; complete: number }[] {
  const ends = [...journal.entries()].filter(([, byte]) => byte === 0x0a).map(([index]) => index + 1);
  const from = ends.at(-4) ?? 0;
  return Array.from({ length: journal.length - from + 1 }, (_, index) => ({
    size: from + index,
    complete: ends.filter((end) => end <= from + index).length,
  }));
}

function rename(lines: string[], index: number, from: string, to: string): void {
  lines[index] = (lines[index] ?? '').replace(from, to);
}
