import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, eventsIn, nodes, taskOf } from '../core/bench.js';
import { gone } from '../core/processes.js';

describe('Cancel node', () => {
  test('Cancel terminates workflow: WHEN a cancel node executes THEN the workflow is CANCELLED with the reason, in session.json too, and exits 6', async () => {
    await using bench = await Bench.create();
    const { code, stderr, session } = await bench.finish(
      nodes(
        { id: 'check', bash: 'echo broken' },
        { id: 'stop', depends_on: ['check'], cancel: 'The build is $check.output.' },
        { id: 'after', depends_on: ['stop'], bash: 'echo ran > ran' },
      ),
    );
    expect([code, session.status, session.reason]).toEqual([6, 'CANCELLED', 'The build is broken.']);
    expect(taskOf(session, 'stop')).toMatchObject({
      status: 'CANCELLED',
      failure: { reason: 'cancelled', message: 'The build is broken.' },
    });
    expect(taskOf(session, 'after').status).toBe('PENDING');
    expect(stderr.split('\n').slice(-3)).toEqual([
      '■ flow cancelled  1 done, 1 cancelled, 1 pending · 0 ms',
      '  The build is broken.',
      '',
    ]);
  });

  test('WHEN a cancel node executes THEN running siblings are stopped with everything they started', async () => {
    await using bench = await Bench.create();
    const [headless, interactive] = [bench.agent('headless'), bench.agent('talk', { executionMode: 'interactive' })];
    const stop = { id: 'stop', bash: 'until test -e go; do sleep 0.05; done' };
    await bench.write(
      nodes(headless.task, interactive.task, stop, { id: 'end', depends_on: ['stop'], cancel: 'Enough.' }),
    );
    const run = bench.run(['--json']);
    const launches = await Promise.all([headless.nextLaunch(), interactive.nextLaunch()]);
    for (const launch of launches) {
      await launch.run(fake.spawnChild(), fake.spawnChild({ ownSession: true }));
    }
    await bench.rig.write({ go: '' });
    const { code, stdout, session } = await bench.resultOf(run);
    expect([code, eventsIn(stdout).at(-1)]).toMatchObject([
      6,
      { type: 'session.finished', status: 'CANCELLED', reason: 'Enough.' },
    ]);
    expect(['headless', 'talk'].map((id) => taskOf(session, id))).toMatchObject([
      { status: 'CANCELLED', failure: { reason: 'cancelled', message: 'Enough.' } },
      { status: 'CANCELLED', failure: { reason: 'cancelled', message: 'Enough.' } },
    ]);
    const pids = launches.flatMap(({ pid, children }) => [pid, ...children]);
    expect(pids).toHaveLength(6);
    for (const pid of pids) expect(await gone(pid)).toBe(true);
  });

  test('WHEN its condition is false THEN it is skipped and the workflow goes on', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(
      nodes(
        { id: 'check', bash: 'echo fine' },
        { id: 'stop', depends_on: ['check'], when: "$check.output == 'broken'", cancel: 'Broken.' },
      ),
    );
    expect([code, taskOf(session, 'stop').status]).toEqual([0, 'SKIPPED']);
  });
});
