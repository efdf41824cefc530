import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft } from './marked-processes.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { workflow } from './workflows.js';

const GATE = { id: 'gate', approval: 'Deploy?' };
const AFTER = { id: 'after', bash: 'echo once >> ran', depends_on: ['gate'] };

test('row 21: WHEN agentflow is killed while it waits for approval THEN a resume still waits, and one decision counts', async () => {
  const fault = new Fault(21, 'kill -9 while an approval waits, resume, approve twice');
  await fault.tryEach([1, 2, 3, 4, 5], async () => {
    await using rig = await TestRig.create();
    const sleep = markedSleep();
    const busy = { id: 'busy', bash: `test -e go || ${sleep}` };
    await rig.write({ 'flow.yaml': workflow([GATE, busy, AFTER]) });
    const session = new SessionFiles(rig, 'one');
    const run = rig.agentflow('run flow.yaml --session-id one');
    await Promise.all([session.event('task.waiting', 'gate'), session.event('task.started', 'busy')]);
    run.kill('SIGKILL');
    await run.exited;
    await noneLeft(sleep, 5000);
    await rig.write({ go: '' });
    const resumed = await rig.run('resume one');
    expect({ code: resumed.code, stdout: resumed.stdout }).toEqual({ code: 5, stdout: '' });
    expect(resumed.stderr).toContain('  answer:   agentflow approve one\n');
    expect(statusesOf(session)).toEqual({ gate: 'WAITING_FOR_USER', busy: 'DONE', after: 'PENDING' });
    const approvals = [await rig.run('approve one'), await rig.run('approve one')];
    expect(approvals.map(({ code }) => code)).toEqual([0, 2]);
    expect(decisionsOf(session)).toEqual(['approve']);
    expect(statusesOf(session)).toEqual({ gate: 'DONE', busy: 'DONE', after: 'DONE' });
    expect(readFileSync(rig.path('ran'), 'utf8')).toBe('once\n');
    expect(session.leftovers()).toEqual([]);
  });
});

test.each([
  { words: ['approve', 'approve'], ends: [[0, 'DONE']] },
  {
    words: ['approve', 'reject'],
    ends: [
      [0, 'DONE'],
      [6, 'CANCELLED'],
    ],
  },
])('row 21: WHEN an approval gets "$words" at once THEN exactly one decision counts', async ({ words, ends }) => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow([GATE, AFTER]) });
  const fault = new Fault(21, `${words.join(' and ')} at once`);
  const ids = Array.from({ length: 10 }, (_, index) => `s${index}`);
  await fault.tryEach(ids, async (id) => {
    const paused = await rig.run(`run flow.yaml --session-id ${id}`);
    expect(paused).toMatchObject({ code: 5, stdout: '' });
    expect(paused.stderr).toContain(`  answer:   agentflow approve ${id}\n`);
    const ran = linesOf(rig, 'ran');
    const codes = await Promise.all(words.map(async (word) => (await rig.run(`${word} ${id} gate`)).code));
    const session = new SessionFiles(rig, id);
    const decisions = decisionsOf(session);
    expect(decisions).toHaveLength(1);
    const end = ends[words.indexOf(decisions[0] ?? '')];
    expect([codes.filter((code) => code === end?.[0]).length >= 1, session.checkpoint().status]).toEqual([
      true,
      end?.[1],
    ]);
    expect(linesOf(rig, 'ran') - ran).toBe(decisions[0] === 'approve' ? 1 : 0);
    expect(session.leftovers()).toEqual([]);
  });
});

function statusesOf(session: SessionFiles): Record<string, string> {
  return Object.fromEntries(session.checkpoint().tasks.map(({ id, status }) => [id, status]));
}

function decisionsOf(session: SessionFiles): (string | undefined)[] {
  return session
    .events()
    .filter(({ type }) => type === 'task.answered')
    .map(({ decision }) => decision);
}

function linesOf(rig: TestRig, file: string): number {
  return existsSync(rig.path(file)) ? readFileSync(rig.path(file), 'utf8').split('\n').length - 1 : 0;
}
