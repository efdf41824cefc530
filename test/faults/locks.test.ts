import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft, running } from './marked-processes.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { within } from './wait.js';
import { chain, workflow } from './workflows.js';

/** A session that was killed in its second node, which ends once the file `go` is there. */
async function killedSession(rig: TestRig): Promise<{ session: SessionFiles; sleep: string }> {
  const sleep = markedSleep();
  const nodes = chain([
    { id: 'a', bash: 'echo a >> ran' },
    { id: 'b', bash: `echo b >> ran; test -e go || ${sleep}` },
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  const run = rig.agentflow('run flow.yaml --session-id one');
  await running(sleep);
  run.kill('SIGKILL');
  await run.exited;
  await noneLeft(sleep, 5000);
  return { session: new SessionFiles(rig, 'one'), sleep };
}

test('row 9: WHEN two resumes start at once THEN exactly one works, 20 of 20 times', async () => {
  await using rig = await TestRig.create();
  const { session, sleep } = await killedSession(rig);
  const fault = new Fault(9, 'two resumes at once');
  for (let round = 1; round <= 20; round += 1) {
    await fault.try(async () => {
      const resumes = [rig.agentflow('resume one'), rig.agentflow('resume one')] as const;
      const [first, second] = resumes.map((resume) => resume.exited.then(() => resume));
      await running(sleep);
      const loser = await within(2000, 'the loser ends', Promise.race([first, second]));
      const winner = resumes.find((resume) => resume !== loser);
      expect(await loser?.exited).toMatchObject({ code: 1, stdout: '', stderr: inUseBy(winner?.pid) });
      expect(session.starts()).toEqual({ a: 1, b: round + 1 });
      winner?.kill('SIGKILL');
      await winner?.exited;
      await noneLeft(sleep, 5000);
    });
  }
  await rig.write({ go: '' });
  expect(await rig.run('resume one')).toMatchObject({ code: 0 });
  expect(session.leftovers()).toEqual([]);
});

function inUseBy(pid: number | undefined): string {
  return [
    `error: The session is in use by process ${pid}.`,
    'hint: Wait until it has ended, or end it with "agentflow cancel".',
    '',
  ].join('\n');
}

const lockOf = (holder: object) => `${JSON.stringify({ host: hostname(), token: 'x', ...holder })}\n`;

test.each([
  { lock: 'of a dead process', content: () => lockOf({ pid: 4_000_000, startTime: 'some:1' }) },
  { lock: 'with a reused pid', content: () => lockOf({ pid: process.pid, startTime: 'another boot:1' }) },
  { lock: 'of garbage', content: () => 'not a lock' },
  { lock: 'that is empty', content: () => '' },
])('row 9: WHEN there is a lock $lock THEN it is taken over', async ({ lock, content }) => {
  await using rig = await TestRig.create();
  const { session } = await killedSession(rig);
  await rig.write({ go: '' });
  await new Fault(9, `lock ${lock}`).try(async () => {
    writeFileSync(session.path('lock'), content());
    expect(await rig.run('resume one')).toMatchObject({ code: 0 });
    expect(readFileSync(rig.path('ran'), 'utf8')).toBe('a\nb\nb\n');
    expect(session.leftovers()).toEqual([]);
  });
});

test('row 9: WHEN a process of another machine has the lock THEN every command names that machine, and none a process of this one', async () => {
  await using rig = await TestRig.create();
  const { session } = await killedSession(rig);
  await new Fault(9, 'lock of another machine').try(async () => {
    writeFileSync(session.path('lock'), lockOf({ pid: 42, startTime: 'some:1', host: 'other-box' }));
    const status = await rig.run('status one');
    expect(status.stdout).toMatch(/● faults +RUNNING\n.*\n.*\n.*\n {2}process +42 on other-box\n/);
    for (const command of ['cancel one', 'send one b hello', 'complete one b']) {
      expect(await rig.run(command)).toMatchObject({ code: 1, stdout: '', stderr: onlyThere });
    }
    const { code, stderr } = await rig.run('resume one');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error: The session is in use by process 42 on "other-box".\n${removeLock}`,
    });
  });
});

const removeLock = 'hint: If that process is gone, remove <work>/.agentflow/sessions/one/lock and try again.\n';
const onlyThere = `error: Session one runs as process 42 on "other-box" and can be reached only there.\n${removeLock}`;
