import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { Bench, eventsIn, nodes, statuses, story, taskOf } from './bench.js';

/** Fails until the file `there` exists. */
const GATE = { id: 'gate', bash: 'test -e there' };

describe('resume', () => {
  test('WHEN a session failed THEN tasks that are DONE are not run again, the others are', async () => {
    await using bench = await Bench.create();
    const workflow = nodes(
      { id: 'once', bash: 'echo ran >> once' },
      { ...GATE, depends_on: ['once'] },
      { id: 'after', bash: 'echo ran >> after', depends_on: ['gate'] },
    );
    const first = await bench.finish(workflow);
    expect([first.code, statuses(first.session)]).toEqual([1, 'once DONE, gate FAILED, after SKIPPED']);
    await bench.rig.write({ there: '' });
    const { code, stderr, session } = await bench.resume();
    expect([code, statuses(session), session.status, session.reason]).toEqual([
      0,
      'once DONE, gate DONE, after DONE',
      'DONE',
      null,
    ]);
    expect(await bench.read(bench.rig.path('once'))).toBe('ran\n');
    expect(taskOf(session, 'gate').attempt).toBe(2);
    expect(stderr).toMatchInlineSnapshot(`
      "hh:mm:ss  session  resumed    2 tasks to go
      hh:mm:ss  gate     started    attempt 2
      hh:mm:ss  gate     done       0 ms
      hh:mm:ss  after    started
      hh:mm:ss  after    done       0 ms
      ✓ flow done  3 done · 0 ms
      "
    `);
  });

  test('WHEN the first node of a session failed THEN it can be resumed too', async () => {
    await using bench = await Bench.create();
    expect((await bench.finish(nodes(GATE))).code).toBe(1);
    await bench.rig.write({ there: '' });
    expect((await bench.resume()).code).toBe(0);
  });

  test('WHEN a resumed session is DONE THEN its result goes to stdout as that of a run, and with --json only events', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes(GATE, { id: 'last', bash: 'echo the result', depends_on: ['gate'] }));
    expect((await bench.resume()).stdout).toBe('');
    await bench.rig.write({ there: '' });
    expect((await bench.resume()).stdout).toBe('the result\n');
    for (const flags of [['--json'], ['--progress', 'json']]) {
      const { stdout } = await bench.resume(flags);
      expect(eventsIn(stdout).map(({ type }) => type)).toEqual(['session.resumed', 'session.finished']);
    }
  });

  test('WHEN a node is always_run THEN it runs again; what stands behind it only if its output changed', async () => {
    await using bench = await Bench.create();
    const workflow = nodes(
      { id: 'same', bash: 'echo same', always_run: true },
      { id: 'clock', bash: 'echo tick >> ticks; cat ticks', always_run: true },
      { id: 'behind_same', bash: 'echo $same.output', depends_on: ['same'] },
      { id: 'behind_clock', bash: 'echo $clock.output > copy; echo same', depends_on: ['clock'] },
      { id: 'farther', bash: 'echo $behind_clock.status', depends_on: ['behind_clock'] },
      GATE,
    );
    expect((await bench.finish(workflow)).code).toBe(1);
    const before = (await bench.journal()).length;
    await bench.rig.write({ there: '' });
    const { code, session } = await bench.resume(['--concurrency', '1']);
    expect([code, session.status]).toEqual([0, 'DONE']);
    const again = story((await bench.journal()).slice(before));
    expect(again.filter((line) => line.startsWith('started')).sort()).toEqual([
      'started behind_clock',
      'started clock',
      'started gate',
      'started same',
    ]);
    expect(again).toContain('invalidated behind_clock because of clock');
    expect(session.tasks.map(({ id, attempt }) => `${id} ${attempt}`).sort()).toEqual([
      'behind_clock 2',
      'behind_same 1',
      'clock 2',
      'farther 1',
      'gate 2',
      'same 2',
    ]);
  });

  test('WHEN a node was skipped THEN it is judged again', async () => {
    await using bench = await Bench.create();
    const workflow = nodes(
      { id: 'look', bash: 'ls there 2>/dev/null || true', always_run: true },
      { id: 'use', bash: 'echo used', depends_on: ['look'], when: "$look.output == 'there'" },
      GATE,
    );
    expect(statuses((await bench.finish(workflow)).session)).toBe('look DONE, gate FAILED, use SKIPPED');
    await bench.rig.write({ there: '' });
    const { code, session } = await bench.resume();
    expect([code, statuses(session)]).toEqual([0, 'look DONE, gate DONE, use DONE']);
  });

  test('WHEN a session is DONE THEN a resume runs nothing', async () => {
    await using bench = await Bench.create();
    expect((await bench.finish(nodes({ id: 'once', bash: 'true' }))).code).toBe(0);
    const { code, session } = await bench.resume();
    expect([code, session.status, taskOf(session, 'once').attempt]).toEqual([0, 'DONE', 1]);
  });

  test('WHEN another process runs the session THEN the resume is refused and names its pid', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('work');
    await bench.write(nodes(agent.task));
    const run = bench.run();
    const working = await agent.nextLaunch();
    const { code, stderr } = await bench.rig.run('resume s1');
    expect(code).toBe(1);
    expect(stderr.replaceAll(String(run.pid), '<pid>')).toMatchInlineSnapshot(`
      "error: The session is in use by process <pid>.
      hint: Wait until it has ended, or end it with "agentflow cancel".
      "
    `);
    await working.exit(0);
    expect((await run.exited).code).toBe(0);
  });
});

describe('a workflow that was edited', () => {
  const chain = (text: string) =>
    nodes(
      { id: 'one', bash: 'echo one >> log' },
      { id: 'two', bash: `echo ${text} >> log`, depends_on: ['one'] },
      { id: 'three', bash: 'echo three >> log', depends_on: ['two'] },
      { id: 'beside', bash: 'echo beside >> log', depends_on: ['one'] },
      { ...GATE, depends_on: ['three', 'beside'] },
    );

  test('WHEN a node changed THEN the resume is refused and names it', async () => {
    await using bench = await Bench.create();
    await bench.finish(chain('two'), ['--concurrency', '1']);
    await bench.write(chain('TWO'));
    const { code, stdout, stderr, session } = await bench.resume();
    expect({ code, stdout, stderr, status: session.status }).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'error: <work>/flow.yaml  The workflow has changed since the session started: two.\n' +
        'hint: agentflow resume s1 --accept-changes takes the file as it is now; changed nodes and everything after them run again.\n',
      status: 'FAILED',
    });
  });

  test('WHEN the changes are accepted THEN changed nodes and what stands behind them run again, and no others', async () => {
    await using bench = await Bench.create();
    await bench.finish(chain('two'), ['--concurrency', '1']);
    await bench.write(chain('TWO'));
    await bench.rig.write({ there: '' });
    const { code, session } = await bench.resume(['--accept-changes', '--concurrency', '1']);
    expect([code, session.status]).toEqual([0, 'DONE']);
    expect(await bench.read(bench.rig.path('log'))).toBe('one\ntwo\nbeside\nthree\nTWO\nthree\n');
    expect(JSON.parse(await bench.read(bench.file('workflow.yaml')))).toEqual(chain('TWO'));
  });

  test('WHEN only its formatting, a name or a description changed THEN it is not refused', async () => {
    await using bench = await Bench.create();
    await bench.finish(chain('two'));
    const renamed = chain('two');
    await bench.rig.write({
      there: '',
      'flow.yaml': `# edited\n${JSON.stringify({ ...renamed, description: 'Other.' })}`,
    });
    expect((await bench.resume()).code).toBe(0);
  });

  test('WHEN the file is gone THEN the session goes on with its own copy', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes(GATE));
    await bench.rig.spawn('rm', ['flow.yaml']).exited;
    await bench.rig.write({ there: '' });
    expect((await bench.resume()).code).toBe(0);
  });

  test('WHEN the edited file is invalid THEN the resume is refused with its first problem', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes(GATE));
    await bench.rig.write({ 'flow.yaml': 'name: flow\ndescription: d\nnodes:\n  - {id: gate, bash: ""}\n' });
    const { code, stderr } = await bench.resume();
    expect(code).toBe(3);
    expect(stderr).toMatchInlineSnapshot(`
      "error: <work>/flow.yaml:4:22  The workflow <work>/flow.yaml is not valid. "bash" is blank.
      hint: Write its text, or take the key out.
      "
    `);
  });
});

test('WHEN an output is gone THEN a node that needs it fails and says so, and the others run', async () => {
  await using rig = await TestRig.create();
  const files = (third: string) => ({
    'flow.yaml': `name: f
description: d
nodes:
  - { id: a, bash: echo 1 }
  - { id: b, depends_on: [a], bash: "${third}" }
  - { id: c, depends_on: [b], bash: 'echo $a.output' }
  - { id: d, depends_on: [b], bash: 'echo fine' }
`,
  });
  await rig.write(files('exit 1'));
  expect(await rig.run('run flow.yaml --session-id one')).toMatchObject({ code: 1 });
  await rm(rig.path('.agentflow/sessions/one/outputs/a.1'));
  await rig.write(files('exit 0'));
  expect(await rig.run('resume one --accept-changes')).toMatchObject({ code: 1 });
  const { tasks } = JSON.parse((await rig.run('status one --json')).stdout);
  const ends: { id: string; status: string; failure?: { reason: string; message: string } }[] = tasks;
  expect(ends.map(({ id, status, failure }) => [id, status, failure && rig.mask(failure.message)])).toEqual([
    ['a', 'DONE', undefined],
    ['b', 'DONE', undefined],
    [
      'c',
      'FAILED',
      'The output of node "a" cannot be read: ENOENT: no such file or directory, ' +
        "stat '<work>/.agentflow/sessions/one/outputs/a.1'",
    ],
    ['d', 'DONE', undefined],
  ]);
});
