import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, stages, statuses, story } from './bench.js';

describe('dataflow', () => {
  test('WHEN a stands beside b → c THEN c starts when b is over and does not wait for a', async () => {
    await using bench = await Bench.create();
    const [a, b, c] = [bench.agent('a'), bench.agent('b'), bench.agent('c')];
    await bench.write(nodes(a.task, b.task, { ...c.task, depends_on: ['b'] }));
    const run = bench.run();
    const [slow, quick] = await Promise.all([a.nextLaunch(), b.nextLaunch()]);
    await quick.exit(0);
    await (await c.nextLaunch()).exit(0);
    await run.waitFor(({ stderr }) => /c +done/.test(stderr));
    await slow.exit(0);
    expect((await run.exited).code).toBe(0);
    expect(story(await bench.journal())).toEqual([
      'started a',
      'started b',
      'finished b DONE',
      'started c',
      'finished c DONE',
      'finished a DONE',
    ]);
  });

  test('WHEN a diamond joins THEN the join starts after both sides', async () => {
    await using bench = await Bench.create();
    const [left, right, join] = [bench.agent('left'), bench.agent('right'), bench.agent('join')];
    const after = (id: string) => ({ depends_on: [id] });
    await bench.write(
      nodes(
        { id: 'top', bash: 'true' },
        { ...left.task, ...after('top') },
        { ...right.task, ...after('top') },
        { ...join.task, depends_on: ['left', 'right'] },
      ),
    );
    const run = bench.run();
    const sides = await Promise.all([left.nextLaunch(), right.nextLaunch()]);
    await sides[1].exit(0);
    await run.waitFor(({ stderr }) => /right +done/.test(stderr));
    expect(join.launches).toBe(0);
    await sides[0].exit(0);
    await (await join.nextLaunch()).exit(0);
    expect((await run.exited).code).toBe(0);
  });
});

describe('how many run at once', () => {
  test.each<[string, object, string[]]>([
    ['max_parallel', { max_parallel: 2 }, []],
    ['--concurrency', {}, ['--concurrency', '2']],
    ['max_parallel, with a larger --concurrency', { max_parallel: 2 }, ['--concurrency', '9']],
    ['--concurrency, with a larger max_parallel', { max_parallel: 9 }, ['--concurrency', '2']],
  ])('WHEN %s is 2 THEN a third task starts only when one is over', async (_title, fields, args) => {
    await using bench = await Bench.create();
    const agents = ['a', 'b', 'c'].map((name) => bench.agent(name));
    await bench.write({ ...stages(agents.map(({ task }) => task)), ...fields });
    const run = bench.run(args);
    const [a, b, c] = agents as [(typeof agents)[0], (typeof agents)[0], (typeof agents)[0]];
    const [first, second] = await Promise.all([a.nextLaunch(), b.nextLaunch()]);
    expect(statuses(await bench.view())).toBe('a RUNNING, b RUNNING, c PENDING');
    await second.exit(0);
    const third = await c.nextLaunch();
    expect(statuses(await bench.view())).toBe('a RUNNING, b DONE, c RUNNING');
    await Promise.all([first.exit(0), third.exit(0)]);
    expect((await run.exited).code).toBe(0);
    expect(story(await bench.journal()).slice(0, 4)).toEqual([
      'started a',
      'started b',
      'finished b DONE',
      'started c',
    ]);
  });

  test('WHEN a stage has 20 tasks and no limit THEN all run at once', async () => {
    await using bench = await Bench.create();
    const agents = Array.from({ length: 20 }, (_, index) => bench.agent(`t${index}`));
    await bench.write(stages(agents.map(({ task }) => task)));
    const run = bench.run();
    const launches = await Promise.all(agents.map((agent) => agent.nextLaunch()));
    await Promise.all(launches.map((launch) => launch.exit(0)));
    expect((await run.exited).code).toBe(0);
  });
});

describe('a stage in which a task fails', () => {
  test('WHEN a task fails THEN the others finish, later stages do not start, the session is FAILED and can be resumed', async () => {
    await using bench = await Bench.create();
    const [bad, good, after] = [bench.agent('bad'), bench.agent('good'), bench.agent('after')];
    await bench.write(stages([bad.task, good.task], [after.task]));
    const run = bench.run();
    const [failing, working] = await Promise.all([bad.nextLaunch(), good.nextLaunch()]);
    await failing.exit(3);
    await run.waitFor(({ stderr }) => /bad +failed/.test(stderr));
    await working.exit(0);
    const { code, stdout, stderr, session } = await bench.resultOf(run);
    expect({ code, stdout, tasks: statuses(session), status: session.status, reason: session.reason }).toEqual({
      code: 1,
      stdout: '',
      tasks: 'bad FAILED, good DONE, after SKIPPED',
      status: 'FAILED',
      reason: 'Task "bad" failed.',
    });
    expect(session.tasks[2]?.skipped).toEqual({
      kind: 'trigger-rule',
      rule: 'none_failed',
      dependencies: { bad: 'FAILED' },
    });
    expect(stderr).toMatchInlineSnapshot(`
      "hh:mm:ss  session  started    flow · s1
      hh:mm:ss  bad      started
      hh:mm:ss  good     started
      hh:mm:ss  bad      failed     The demo agent exited with code 3. · 0 ms
      hh:mm:ss  good     done       0 ms
      hh:mm:ss  after    skipped    none_failed: bad is FAILED
      ✗ bad failed: The demo agent exited with code 3.

      ✗ flow failed  1 done, 1 failed, 1 skipped · 0 ms
        Task "bad" failed.
        continue: agentflow resume s1
        details:  agentflow status s1
      "
    `);
    const resumed = bench.rig.agentflow('resume s1');
    await (await bad.nextLaunch()).exit(0);
    await (await after.nextLaunch()).exit(0);
    expect((await resumed.exited).code).toBe(0);
    expect(good.launches).toBe(1);
  });

  test('WHEN a stage is skipped because of one before THEN the stages after it name the task that failed', async () => {
    await using bench = await Bench.create();
    const tasks = [scripted('a', 'exit 3'), scripted('b', 'say b'), scripted('c', 'say c'), scripted('d', 'say d')];
    const { stderr, session } = await bench.finish(stages(...tasks.map((task) => [task])));
    expect(stderr.split('\n').filter((line) => line.includes('skipped  '))).toEqual([
      'hh:mm:ss  b        skipped    none_failed: a is FAILED',
      'hh:mm:ss  c        skipped    none_failed: b is SKIPPED because of a',
      'hh:mm:ss  d        skipped    none_failed: c is SKIPPED because of a',
    ]);
    expect(session.tasks[2]?.skipped).toEqual({
      kind: 'trigger-rule',
      rule: 'none_failed',
      dependencies: { b: 'SKIPPED' },
      failedBehind: { b: 'a' },
    });
    expect((await bench.rig.run('status s1 --json')).stdout).toContain('"failedBehind":{"b":"a"}');
  });

  test('WHEN the stage has continue_on_error THEN the next stage starts and the session is DONE', async () => {
    await using bench = await Bench.create();
    const workflow = stages(
      [scripted('bad', 'exit 3'), scripted('good', 'say ok')],
      [scripted('after', 'say went on')],
    );
    Object.assign(workflow.stages[0] as object, { continue_on_error: true });
    const { code, stdout, session } = await bench.finish(workflow);
    expect({ code, stdout, tasks: statuses(session), status: session.status }).toEqual({
      code: 0,
      stdout: 'went on\n',
      tasks: 'bad FAILED, good DONE, after DONE',
      status: 'DONE',
    });
  });
});

describe('trigger rules', () => {
  test('WHEN some dependencies fail and some are skipped THEN each rule lets run what it should, and the rest says why', async () => {
    await using bench = await Bench.create();
    const upstream = ['ok', 'bad', 'skip'];
    const rules = ['all_success', 'one_success', 'none_failed', 'all_done', 'one_failed', 'all_failed'];
    const { code, session } = await bench.finish(
      nodes(
        { id: 'ok', bash: 'true' },
        { id: 'bad', bash: 'exit 3' },
        { id: 'skip', bash: 'true', when: 'false' },
        ...rules.map((rule) => ({ id: rule, bash: 'true', depends_on: upstream, trigger_rule: rule })),
        { id: 'calm', bash: 'true', depends_on: ['ok', 'skip'], trigger_rule: 'none_failed_min_one_success' },
      ),
    );
    expect([code, session.status]).toEqual([0, 'DONE']);
    expect(statuses(session).replaceAll(', ', '\n')).toMatchInlineSnapshot(`
      "ok DONE
      bad FAILED
      skip SKIPPED
      all_success SKIPPED
      one_success DONE
      none_failed SKIPPED
      all_done DONE
      one_failed DONE
      all_failed SKIPPED
      calm DONE"
    `);
    expect(session.tasks.find(({ id }) => id === 'none_failed')?.skipped).toEqual({
      kind: 'trigger-rule',
      rule: 'none_failed',
      dependencies: { bad: 'FAILED', skip: 'SKIPPED' },
    });
  });

  test('WHEN a failure reaches a node through skipped ones THEN it counts as a failure, and who handles it ends the session DONE', async () => {
    await using bench = await Bench.create();
    const { code, stdout, session } = await bench.finish(
      nodes(
        { id: 'bad', bash: 'exit 3' },
        { id: 'between', bash: 'true', depends_on: ['bad'] },
        { id: 'rescue', bash: 'echo rescued $bad.status', depends_on: ['between', 'bad'], trigger_rule: 'all_failed' },
      ),
    );
    expect([code, stdout, statuses(session)]).toEqual([
      0,
      'rescued FAILED\n',
      'bad FAILED, between SKIPPED, rescue DONE',
    ]);
  });
});
