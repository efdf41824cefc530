import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft, processesWith } from './marked-processes.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { until, within } from './wait.js';
import { chain, workflow } from './workflows.js';

test.each([
  { child: 'children', script: (sleep: string) => `${sleep} & ${sleep} & wait` },
  {
    child: 'a child that ignores TERM',
    script: (sleep: string) => `bash -c "trap '' TERM; ${sleep}; ${sleep}" & wait`,
  },
  { child: 'a setsid child', script: (sleep: string) => `setsid ${sleep} & wait` },
  {
    child: 'a setsid child that ignores TERM',
    script: (sleep: string) => `setsid bash -c "trap '' TERM; ${sleep}; ${sleep}" & wait`,
  },
  { child: 'an orphan of a double fork', script: (sleep: string) => `( setsid ${sleep} & ); sleep 1000` },
])('row 6: WHEN a node with $child times out THEN it is FAILED and nothing is left', async ({ child, script }) => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  const nodes = chain([
    { id: 'slow', bash: script(sleep), timeout: 1000 },
    { id: 'after', bash: 'touch after' },
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(6, `timeout of a node with ${child}`).try(async () => {
    const result = await rig.run('run flow.yaml --session-id one');
    expect(result).toMatchObject({ code: 1, stdout: '' });
    await noneLeft(sleep, 0);
    const end = await new SessionFiles(rig, 'one').event('task.finished', 'slow');
    expect(end).toMatchObject({
      status: 'FAILED',
      failure: { reason: 'timed-out', message: 'Timed out after 1000 ms.' },
    });
    expect(result.stderr).toContain('✗ slow failed: Timed out after 1000 ms.');
    expect(existsSync(rig.path('after'))).toBe(false);
  });
});

test('row 7: WHEN a node exits while its background child holds stdout THEN the node is over within 2 s', async () => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  const nodes = chain([
    { id: 'server', bash: `${sleep} & echo ready; touch exiting` },
    { id: 'user', bash: 'echo got $server.output; until test -e go; do sleep 0.02; done' },
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(7, "node's background child holds stdout").try(async () => {
    const run = rig.agentflow('run flow.yaml --session-id one');
    const session = new SessionFiles(rig, 'one');
    await until('the node exits', () => existsSync(rig.path('exiting')));
    await within(2000, 'the node is over', session.event('task.finished', 'server'));
    // It lives on until the session ends.
    expect(processesWith(sleep)).not.toEqual([]);
    await rig.write({ go: '' });
    expect(await run.exited).toMatchObject({ code: 0, stdout: 'got ready\n' });
    await noneLeft(sleep, 0);
  });
});
