import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, processesIn, processesWith } from './marked-processes.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { chain, workflow } from './workflows.js';

test('row 25: WHEN 20 sessions run at once in one project THEN all are done and nothing is left', async () => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  await rig.write({ 'flow.yaml': flow(sleep) });
  const fault = new Fault(25, '20 sessions at once in one project');
  const ids = Array.from({ length: 20 }, (_, index) => `at-once-${index}`);
  const runs = ids.map((id) => rig.agentflow(`run flow.yaml --session-id ${id} --progress quiet`, ownTemporary(rig)));
  for (const [index, run] of runs.entries()) {
    await fault.try(async () => {
      expect(await run.exited).toEqual({ code: 0, signal: null, stdout: 'over\n', stderr: '' });
      expectTidy(new SessionFiles(rig, ids[index] ?? ''));
    });
  }
  expectNothingLeft(rig, sleep);
});

test('row 25: WHEN 200 sessions run in a row THEN nothing piles up', async () => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  await rig.write({ 'flow.yaml': flow(sleep) });
  const fault = new Fault(25, '200 sessions in a row');
  for (let number = 1; number <= 200; number += 1) {
    await fault.try(async () => {
      const id = `in-a-row-${number}`;
      const run = rig.agentflow(`run flow.yaml --session-id ${id} --progress quiet`, ownTemporary(rig));
      expect(await run.exited).toEqual({ code: 0, signal: null, stdout: 'over\n', stderr: '' });
      expectTidy(new SessionFiles(rig, id));
    });
  }
  expectNothingLeft(rig, sleep);
});

/** Leaves a process in the background, which the end of the session has to end. */
function flow(sleep: string): string {
  return workflow(
    chain([
      { id: 'server', bash: `${sleep} & echo ready` },
      { id: 'last', bash: 'echo over' },
    ]),
  );
}

function ownTemporary(rig: TestRig) {
  return { env: { TMPDIR: rig.home } };
}

function expectTidy(session: SessionFiles): void {
  expect(session.checkpoint().status).toBe('DONE');
  expect(session.leftovers()).toEqual([]);
}

function expectNothingLeft(rig: TestRig, sleep: string): void {
  expect(processesWith(sleep)).toEqual([]);
  expect(processesIn(rig.path())).toEqual([]);
  expect(readdirSync(rig.home)).toEqual([]);
  expect(readdirSync(rig.path()).sort()).toEqual(['.agentflow', 'flow.yaml']);
  expect(readdirSync(rig.path('.agentflow'))).toEqual(['sessions']);
}
