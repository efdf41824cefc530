import { Orchestrator } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, statuses } from '../core/bench.js';
import { LibraryBench } from '../core/library-bench.js';

const GATE = { id: 'gate', approval: 'Deploy?' };

describe('an approval through faults', () => {
  test('WHEN agentflow is killed while it waits THEN a resume still waits, and the decision then counts', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('busy');
    await bench.write(nodes(GATE, { id: 'after', depends_on: ['gate'], bash: 'echo once >> ran' }, agent.task));
    const run = bench.run();
    const busy = await agent.nextLaunch();
    await run.waitFor(({ stderr }) => /gate +waiting/.test(stderr));
    run.kill('SIGKILL');
    await Promise.all([run.exited, busy.closed]);
    const resumed = bench.rig.agentflow('resume s1');
    await (await agent.nextLaunch()).exit(0);
    expect((await resumed.exited).code).toBe(5);
    expect(statuses(await bench.session())).toBe('gate WAITING_FOR_USER, busy DONE, after PENDING');
    expect((await bench.rig.run('approve s1')).code).toBe(0);
    expect([await bench.read(bench.rig.path('ran')), agent.launches]).toEqual(['once\n', 2]);
  });

  test('WHEN agentflow is killed while an approval with a timeout waits THEN a resume gives no more time', async () => {
    await using bench = await Bench.create();
    await bench.write(
      nodes({ id: 'gate', approval: { message: 'Deploy?', timeout: 3_600_000, on_timeout: 'approve' } }),
    );
    const run = bench.run();
    await run.waitFor(({ stderr }) => /gate +waiting/.test(stderr));
    run.kill('SIGKILL');
    await run.exited;
    const resumed = bench.rig.agentflow('resume s1');
    await resumed.waitFor(({ stderr }) => /gate +waiting/.test(stderr));
    const asked = (await bench.journal()).flatMap((event) => (event.type === 'task.waiting' ? [event] : []));
    const deadline = asked[0]?.deadline ?? 'none';
    expect(asked.map((event) => event.deadline)).toEqual([deadline, deadline]);
    expect(Date.parse(deadline) - Date.parse(asked[0]?.ts ?? '')).toBeGreaterThan(3_000_000);
    expect((await bench.rig.run('approve s1')).code).toBe(0);
    expect((await resumed.exited).code).toBe(0);
  });

  test('WHEN the time of an approval ran out while no process was there THEN a resume decides at once', async () => {
    await using bench = await LibraryBench.create();
    const gate = { id: 'gate', approval: { message: 'Deploy?', timeout: 3_600_000, on_timeout: 'approve' } };
    const { orchestrator } = await bench.start(nodes(gate), { canAsk: true });
    orchestrator.onEvent(({ type }) => {
      if (type === 'task.waiting') orchestrator.interrupt('later');
    });
    expect((await orchestrator.run()).status).toBe('INTERRUPTED');
    const clock = () => new Date(Date.now() + 7_200_000);
    const resumed = await Orchestrator.resume({ ...bench.environment, clock }, 's1', { canAsk: true });
    expect((await resumed.run()).status).toBe('DONE');
  });

  test('WHEN agentflow is killed while it waits THEN it can be approved at once', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('busy');
    await bench.write(nodes(GATE, agent.task));
    const run = bench.run();
    const busy = await agent.nextLaunch();
    await run.waitFor(({ stderr }) => /gate +waiting/.test(stderr));
    run.kill('SIGKILL');
    await Promise.all([run.exited, busy.closed]);
    const approved = bench.rig.agentflow('approve s1');
    await (await agent.nextLaunch()).exit(0);
    expect((await approved.exited).code).toBe(0);
    expect(statuses(await bench.session())).toBe('gate DONE, busy DONE');
  });

  test('WHEN it is answered in the very moment in which the question is told THEN that answer counts', async () => {
    await using bench = await LibraryBench.create();
    const { orchestrator } = await bench.start(nodes(GATE), { canAsk: true });
    orchestrator.onEvent((event) => {
      if (event.type === 'task.waiting') orchestrator.answer('gate', { decision: 'approve', message: '' });
    });
    expect((await orchestrator.run()).status).toBe('DONE');
  });

  test('WHEN it is interrupted by SIGINT while it waits THEN the question outlives it', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('busy');
    await bench.write(nodes(GATE, agent.task));
    const run = bench.run();
    await agent.nextLaunch();
    await run.waitFor(({ stderr }) => /gate +waiting/.test(stderr));
    run.kill('SIGINT');
    expect((await run.exited).code).toBe(130);
    expect(statuses(await bench.session())).toBe('gate WAITING_FOR_USER, busy CANCELLED');
    const approved = bench.rig.agentflow('approve s1');
    await (await agent.nextLaunch()).exit(0);
    expect((await approved.exited).code).toBe(0);
  });

  test('WHEN it is approved while another session has the folder THEN the answer is kept, and a resume goes on with it', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(GATE, { id: 'after', depends_on: ['gate'], bash: 'echo once >> ran' }));
    expect((await bench.run().exited).code).toBe(5);
    const agent = bench.agent('busy');
    await bench.rig.write({ 'other.yaml': JSON.stringify(nodes(agent.task)) });
    const other = bench.rig.agentflow('run other.yaml --session-id other');
    const busy = await agent.nextLaunch();
    const approved = await bench.rig.run('approve s1');
    expect([approved.code, approved.stderr]).toEqual([
      1,
      expect.stringMatching(/works in this folder[\s\S]*hint: The answer is kept\. .*: agentflow resume s1\n$/),
    ]);
    expect((await bench.rig.run('status s1')).stdout).toMatch(/gate[\s\S]*answered: approve/);
    busy.exit(0);
    await other.exited;
    expect((await bench.rig.run('resume s1')).code).toBe(0);
    expect(await bench.read(bench.rig.path('ran'))).toBe('once\n');
  });

  test('WHEN it is interrupted while it waits for a limited time THEN the question outlives it', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes({ id: 'gate', approval: { message: 'Deploy?', timeout: 3_600_000 } }));
    const run = bench.run();
    await run.waitFor(({ stderr }) => /gate +waiting/.test(stderr));
    run.kill('SIGTERM');
    expect((await run.exited).code).toBe(143);
    expect(statuses(await bench.session())).toBe('gate WAITING_FOR_USER');
    expect((await bench.rig.run('approve s1')).code).toBe(0);
  });
});
