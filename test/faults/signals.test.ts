import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { markedSleep, noneLeft, processesWith, running } from './marked-processes.js';
import { Fault } from './report.js';
import { SessionFiles } from './session-files.js';
import { within } from './wait.js';
import { chain, workflow } from './workflows.js';

test.each([
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
  { signal: 'SIGHUP', code: 129 },
] as const)(
  'row 4: WHEN agentflow alone gets $signal THEN it exits with $code and can be resumed',
  async (expected) => {
    await using rig = await TestRig.create();
    const { signal, code } = expected;
    const sleep = markedSleep();
    const nodes = [
      { id: 'bash', bash: `test -e go || ${sleep}` },
      { id: 'child', bash: `test -e go || { ${sleep} & ${sleep}; }` },
      { id: 'agent', adapter: 'demo', prompt: `Work. ${sleep}`, env: { AGENTFLOW_FAKE_SCRIPT: '[{"do":"hang"}]' } },
    ];
    const after = { id: 'after', bash: 'true', depends_on: ['bash'] };
    await rig.write({ 'flow.yaml': workflow([...nodes.slice(0, 2), after]), 'agent.yaml': workflow(nodes.slice(2)) });
    await new Fault(4, `${signal} to agentflow alone`).try(async () => {
      for (const file of ['flow', 'agent']) {
        const run = rig.agentflow(`run ${file}.yaml --session-id ${file}`);
        const session = new SessionFiles(rig, file);
        await running(sleep);
        await session.event('task.started', file === 'flow' ? 'child' : 'agent');
        run.kill(signal);
        const result = await within(10_000, `the exit after ${signal}`, run.exited);
        expect(result).toMatchObject({ code, signal: null, stdout: '' });
        expect(result.stderr).toContain(`continue: agentflow resume ${file}`);
        expect(processesWith(sleep)).toEqual([]);
        expect(session.checkpoint()).toMatchObject({ status: 'INTERRUPTED', reason: `Interrupted by ${signal}.` });
        expect(session.leftovers()).toEqual([]);
      }
      await rig.write({ go: '' });
      expect(await rig.run('resume flow')).toMatchObject({ code: 0 });
      expect(new SessionFiles(rig, 'flow').starts()).toEqual({ bash: 2, child: 2, after: 1 });
    });
  },
);

test('row 5: WHEN a second SIGINT comes while a node ignores TERM and INT THEN all is gone within 2 s', async () => {
  await using rig = await TestRig.create();
  const sleep = markedSleep();
  const nodes = chain([
    { id: 'stubborn', bash: `trap '' TERM INT; ${sleep} & setsid ${sleep} & wait; wait` },
    { id: 'after', bash: 'true' },
  ]);
  await rig.write({ 'flow.yaml': workflow(nodes) });
  await new Fault(5, 'second SIGINT, node ignores TERM and INT').try(async () => {
    const run = rig.agentflow('run flow.yaml --session-id one');
    await running(`sleep ${sleep.split(' ')[1]} `);
    run.kill('SIGINT');
    await run.waitFor(({ stderr }) => stderr.includes('once more kills'));
    run.kill('SIGINT');
    const result = await within(2000, 'the exit after the second SIGINT', run.exited);
    expect(result).toMatchObject({ code: 130, signal: null });
    await noneLeft(sleep, 0);
    expect(new SessionFiles(rig, 'one').checkpoint().status).toBe('INTERRUPTED');
  });
});
