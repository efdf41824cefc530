import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, statuses, taskOf } from '../core/bench.js';
import { agentNode, answer } from './agent-node.js';

const GATE = { id: 'gate', approval: 'Deploy $ARGUMENTS?' };
const NEXT = { ...scripted('next', 'say ok'), depends_on: ['other'] };
const AFTER = { id: 'after', depends_on: ['gate'], bash: 'echo "after [$gate.output]"' };

describe('an approval with nobody to ask', () => {
  test('WHEN there is no terminal THEN the session is PAUSED, prints the command to answer and exits 5', async () => {
    await using bench = await Bench.create();
    const { code, stdout, stderr, session } = await bench.finish(nodes(GATE, AFTER), ['v2']);
    expect([code, stdout, session.status, session.reason]).toEqual([5, '', 'PAUSED', 'Waiting for a person: gate.']);
    expect(taskOf(session, 'gate')).toMatchObject({ status: 'WAITING_FOR_USER', question: 'Deploy v2?' });
    expect(stderr).toBe(
      [
        'hh:mm:ss  session  started    flow · s1',
        'hh:mm:ss  gate     started',
        'hh:mm:ss  gate     waiting    Deploy v2?',
        '■ flow paused  1 waiting, 1 pending · 0 ms',
        '  Waiting for a person: gate.',
        '  answer:   agentflow approve s1',
        '  or:       agentflow reject s1',
        '',
      ].join('\n'),
    );
  });

  test('WHEN a person takes longer than its idle_timeout THEN it still waits', async () => {
    await using bench = await Bench.create();
    const other = { id: 'other', bash: 'sleep 1' };
    const { code, session } = await bench.finish(nodes({ ...GATE, idle_timeout: 100 }, other));
    expect([code, statuses(session)]).toEqual([5, 'gate WAITING_FOR_USER, other DONE']);
  });

  test.each([
    {
      title: 'a task failed',
      workflow: nodes(GATE, { id: 'other', bash: 'exit 1' }),
      args: ['--on-failure', 'no-new'],
    },
    {
      title: 'the budget is spent',
      workflow: {
        ...nodes(GATE, scripted('other', 'say ok; usage 1 1 1'), NEXT),
        budget_usd: 1,
      },
      args: [],
    },
  ])(
    'WHEN $title and nothing new may start THEN the session is FAILED at once, and the question can be answered',
    async ({ workflow, args }) => {
      await using bench = await Bench.create();
      await bench.write(workflow);
      const { code, session } = await bench.resultOf(bench.run(args));
      expect([code, session.status, taskOf(session, 'gate').status]).toEqual([1, 'FAILED', 'WAITING_FOR_USER']);
      await bench.rig.run('approve s1');
      expect(taskOf(await bench.session(), 'gate').status).toBe('DONE');
    },
  );

  test('WHEN it is approved from another process THEN the session goes on there to its end', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes(GATE, AFTER));
    const { code, stdout } = await bench.rig.run('approve s1');
    expect([code, stdout, (await bench.session()).status]).toEqual([0, 'after []\n', 'DONE']);
  });

  test('WHEN it is rejected THEN the session is CANCELLED with the message, exit 6, and what follows does not run', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes(GATE, AFTER));
    const { code } = await bench.rig.run(['reject', 's1', 'gate', '--message', 'Not on a Friday.']);
    const session = await bench.session();
    expect([code, session.status, session.reason]).toEqual([6, 'CANCELLED', 'Not on a Friday.']);
    expect(session.tasks.map(({ id, status, failure }) => [id, status, failure?.message])).toEqual([
      ['gate', 'CANCELLED', 'Not on a Friday.'],
      ['after', 'PENDING', undefined],
    ]);
  });

  test.each([
    ['approve s1 nobody', 'error: There is no task "nobody" in session s1.\nhint: Waiting: gate, other.\n'],
    ['approve s1 after', 'error: Task "after" does not wait for an answer.\nhint: Waiting: gate, other.\n'],
    ['reject s1', 'error: Several tasks of session s1 wait for an answer; name one.\nhint: Waiting: gate, other.\n'],
  ])('WHEN somebody types "%s" THEN it is refused and nothing is decided', async (command, stderr) => {
    await using bench = await Bench.create();
    await bench.finish(nodes(GATE, { id: 'other', approval: 'And?' }, AFTER));
    expect(await bench.rig.run(command)).toEqual({ code: 2, stdout: '', stderr });
    expect((await bench.journal()).filter(({ type }) => type === 'task.answered')).toEqual([]);
  });

  test('WHEN the response is captured THEN it is the output, and data for whoever uses it', async () => {
    await using bench = await Bench.create();
    const gate = { id: 'gate', approval: { message: 'Which?', capture_response: true } };
    await bench.finish(nodes(gate, AFTER));
    await bench.rig.run(['approve', 's1', '--message', 'the "red" one $(touch pwned)\nand $$']);
    expect(await bench.output('after')).toBe('after [the "red" one $(touch pwned)\nand $$]');
    await expect(bench.read(bench.rig.path('pwned'))).rejects.toThrow('ENOENT');
  });
});

describe('an approval of a session that runs elsewhere', () => {
  async function alive(gate: object) {
    const bench = await Bench.create();
    const agent = bench.agent('busy');
    await bench.write(nodes(gate, AFTER, agent.task));
    const run = bench.run();
    const busy = await agent.nextLaunch();
    await run.waitFor(({ stderr }) => /gate +waiting/.test(stderr));
    return { bench, run, busy };
  }

  test('WHEN it is approved THEN the session goes on where it runs', async () => {
    const { bench, run, busy } = await alive(GATE);
    await using _bench = bench;
    expect(await bench.rig.run('approve s1')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'gate approved; session s1 goes on in its own terminal.\n',
    });
    await run.waitFor(({ stderr }) => /after +done/.test(stderr));
    await busy.exit(0);
    expect((await run.exited).code).toBe(0);
  });

  test('WHEN it is rejected THEN the session is CANCELLED there and its other tasks are ended', async () => {
    const { bench, run, busy } = await alive(GATE);
    await using _bench = bench;
    const { stdout } = await bench.rig.run(['reject', 's1', '--message', 'No.', '--json']);
    expect(JSON.parse(stdout)).toEqual({ id: 's1', taskId: 'gate', decision: 'reject' });
    const { code, session } = await bench.resultOf(run);
    await busy.closed;
    expect([code, session.status, session.reason, taskOf(session, 'busy').status]).toEqual([
      6,
      'CANCELLED',
      'No.',
      'CANCELLED',
    ]);
  });

  test('WHEN two answers come THEN the first counts and the second is told so', async () => {
    const { bench, run, busy } = await alive(GATE);
    await using _bench = bench;
    await bench.rig.run('approve s1');
    await run.waitFor(({ stderr }) => /after +done/.test(stderr));
    const second = await bench.rig.run('reject s1 gate');
    expect([second.code, second.stderr]).toEqual([2, 'error: Task "gate" does not wait for an answer.\n']);
    await busy.exit(0);
    expect((await run.exited).code).toBe(0);
    expect((await bench.journal()).filter(({ type }) => type === 'task.answered')).toHaveLength(1);
  });
});

describe('an approval with a time limit', () => {
  test.each([
    ['approve', 0, 'DONE', null],
    ['reject', 6, 'CANCELLED', 'Nobody answered within 200 ms.'],
    [undefined, 6, 'CANCELLED', 'Nobody answered within 200 ms.'],
  ])('WHEN nobody answers and on_timeout is %s THEN that is the decision', async (on_timeout, code, status, reason) => {
    await using bench = await Bench.create();
    const approval = { message: 'Now?', timeout: 200, ...(on_timeout && { on_timeout }) };
    const result = await bench.finish(nodes({ id: 'gate', approval }, AFTER));
    expect([result.code, result.session.status, result.session.reason]).toEqual([code, status, reason]);
  });
});

describe('an approval with on_reject', () => {
  test('WHEN it is rejected THEN the agent gets the reason and it is asked again, max_attempts times and not more', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('gate');
    const on_reject = { prompt: 'Rework: $REJECTION_REASON', max_attempts: 2 };
    await bench.write(nodes(agentNode(agent, { approval: { message: 'Good?', on_reject } }), AFTER));
    expect((await bench.run().exited).code).toBe(5);
    for (const reason of ['too "long"', 'too $(short)']) {
      const rejected = bench.rig.agentflow(['reject', 's1', '--message', reason]);
      const rework = await agent.nextLaunch();
      expect(rework.prompt).toBe(`Rework: ${reason}`);
      await answer(rework, 'Done.');
      expect((await rejected.exited).code).toBe(5);
    }
    const last = await bench.rig.run(['reject', 's1', '--message', 'still bad']);
    const { status, reason } = await bench.session();
    expect([last.code, status, reason, agent.launches]).toEqual([6, 'CANCELLED', 'still bad', 2]);
  });

  test('WHEN it was reworked THEN the person sees what the agent says about it, and may approve it', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('gate');
    await bench.write(
      nodes(agentNode(agent, { approval: { message: 'Good?', on_reject: { prompt: 'Rework' } } }), AFTER),
    );
    await bench.run().exited;
    const rejected = bench.rig.agentflow('reject s1');
    await answer(await agent.nextLaunch(), 'I made it shorter.');
    await rejected.exited;
    expect((await bench.task('gate')).question).toBe('I made it shorter.\n\nGood?');
    expect((await bench.rig.run('approve s1')).code).toBe(0);
    expect((await bench.session()).status).toBe('DONE');
  });

  test('WHEN the agent fails to rework THEN the node fails with its reason', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('gate');
    await bench.write(nodes(agentNode(agent, { approval: { message: 'Good?', on_reject: { prompt: 'Rework' } } })));
    await bench.run().exited;
    const rejected = bench.rig.agentflow('reject s1');
    await (await agent.nextLaunch()).exit(3);
    expect((await rejected.exited).code).toBe(1);
    expect((await bench.task('gate')).failure?.reason).toBe('exit-code');
  });
});
