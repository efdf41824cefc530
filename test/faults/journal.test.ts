import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { KilledSession } from './killed-session.js';
import { Fault } from './report.js';
import type { JournalEvent, SessionFiles } from './session-files.js';

/** How many resumes run at once, so that hundreds of them take no longer than they must. */
const WORKERS = 4;

test('row 10: WHEN the journal is cut at any byte of its last 3 lines THEN a resume loses and repeats nothing that was whole', async () => {
  await using rig = await TestRig.create();
  const killed = await KilledSession.create(rig);
  const last = killed.journal.length;
  const first = lineStarts(killed.journal).at(-3) ?? 0;
  const fault = new Fault(10, 'journal cut at every byte of its last 3 lines');
  const cuts = Array.from({ length: last - first }, (_, index) => first + index);
  const work = async () => {
    for (let cut = cuts.pop(); cut !== undefined; cut = cuts.pop()) {
      const { files, resume } = killed.copy(`cut-${cut}`);
      const journal = killed.journal.subarray(0, cut);
      await fault.try(async () => {
        writeFileSync(files.path('journal.jsonl'), journal);
        // The checkpoint may be ahead of the journal; half of the time there is none.
        if ((cut ?? 0) % 2 === 0) rmSync(files.path('session.json'), { force: true });
        const { code, stderr } = await resume();
        expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('✓ faults done  3 done') });
        expectOnce(files, journal);
      });
      rmSync(rig.path(`cut-${cut}`), { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
});

test.each([
  {
    damage: 'no checkpoint',
    apply: (files: SessionFiles) => rmSync(files.path('session.json')),
    completions: { a: 1, b: 1, c: 1 },
  },
  {
    damage: 'a checkpoint of garbage',
    apply: (files: SessionFiles) => writeFileSync(files.path('session.json'), '{"'),
    completions: { a: 1, b: 1, c: 1 },
  },
  {
    damage: 'an empty journal',
    apply: (files: SessionFiles) => writeFileSync(files.path('journal.jsonl'), ''),
    completions: { c: 1 },
  },
])(
  'row 10: WHEN there is $damage THEN a resume does only what was not done',
  async ({ damage, apply, completions }) => {
    await using rig = await TestRig.create();
    const { files, resume } = (await KilledSession.create(rig)).copy('copy');
    await new Fault(10, damage).try(async () => {
      apply(files);
      expect(await resume()).toMatchObject({ code: 0 });
      expect(files.checkpoint().status).toBe('DONE');
      expect(files.completions()).toEqual(completions);
    });
  },
);

test('row 10: WHEN there is garbage in the middle THEN the file and line are named and the file is kept', async () => {
  await using rig = await TestRig.create();
  const killed = await KilledSession.create(rig);
  const { files, resume } = killed.copy('copy');
  await new Fault(10, 'garbage in the middle of the journal').try(async () => {
    const lines = killed.journal.toString().split('\n');
    lines[2] = '\u0000\u0001garbage{';
    writeFileSync(files.path('journal.jsonl'), lines.join('\n'));
    expect(await resume()).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'error: <work>/copy/.agentflow/sessions/one/journal.jsonl:3 is damaged: the line is not an event.',
        'hint: The file was left as it is. Repair it by hand, or start a new session.',
        '',
      ].join('\n'),
    });
    expect(readFileSync(files.path('journal.jsonl'), 'utf8')).toBe(lines.join('\n'));
  });
});

test('row 10: WHEN journal and checkpoint are both gone THEN that is said, not traced', async () => {
  await using rig = await TestRig.create();
  const { files, resume } = (await KilledSession.create(rig)).copy('copy');
  await new Fault(10, 'neither journal nor checkpoint').try(async () => {
    rmSync(files.path('session.json'));
    writeFileSync(files.path('journal.jsonl'), '');
    expect(await resume()).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'error: Session "one" is empty: it has neither a checkpoint nor a journal.',
        'hint: It ended before anything of it ran. Start a new session.',
        '',
      ].join('\n'),
    });
  });
});

/** What the cut journal holds as DONE is not started again; everything is DONE in the end. */
function expectOnce(files: SessionFiles, journal: Buffer): void {
  const whole = journal.toString().split('\n').slice(0, -1);
  const events = whole.map((line) => JSON.parse(line) as JournalEvent);
  const done = events.filter(({ type, status }) => type === 'task.finished' && status === 'DONE');
  const starts = files.starts();
  for (const { taskId = '' } of done) expect(starts[taskId], taskId).toBe(1);
  const { status, tasks } = files.checkpoint();
  expect([status, ...tasks.map((task) => task.status)]).toEqual(['DONE', 'DONE', 'DONE', 'DONE']);
}

function lineStarts(journal: Buffer): number[] {
  const starts = [0];
  for (let at = journal.indexOf(0x0a); at !== -1; at = journal.indexOf(0x0a, at + 1)) starts.push(at + 1);
  return starts.slice(0, -1);
}
