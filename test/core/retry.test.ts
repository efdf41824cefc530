import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted, statuses } from './bench.js';

/** Bash that makes `$n` the number of the try. */
const COUNT = 'echo >> tries; n=$(wc -l < tries)';
const retry = (fields: object) => ({ retry: { delay_ms: 1, ...fields } });

describe('retry', () => {
  test('WHEN a node succeeds at the third try THEN it is DONE, and every try is recorded', async () => {
    await using bench = await Bench.create();
    const flaky = { id: 'flaky', bash: `${COUNT}; echo try $n; test $n -ge 3`, ...retry({ max_attempts: 3 }) };
    const { code, stdout, session } = await bench.finish(nodes(flaky));
    expect([code, stdout, session.tasks[0]?.attempt]).toEqual([0, 'try 3\n', 3]);
    const retried = (await bench.journal()).flatMap((event) =>
      event.type === 'task.retried' ? [[event.attempt, event.reason, event.message]] : [],
    );
    expect(retried).toEqual([
      [1, 'exit-code', 'Exit code 1.'],
      [2, 'exit-code', 'Exit code 1.'],
    ]);
  });

  test('WHEN every try fails THEN max_attempts counts them all and each has a log', async () => {
    await using bench = await Bench.create();
    const { code, stderr, session } = await bench.finish(
      nodes({ id: 'bad', bash: 'echo no; exit 4', ...retry({ max_attempts: 2 }) }),
    );
    expect([code, session.tasks[0]]).toMatchObject([1, { status: 'FAILED', attempt: 2, exitCode: 4 }]);
    expect(stderr).toMatchInlineSnapshot(`
      "hh:mm:ss  session  started    flow · s1
      hh:mm:ss  bad      started
      hh:mm:ss  bad      retry      in 0 ms · Exit code 4.
      hh:mm:ss  bad      started    attempt 2
      hh:mm:ss  bad      failed     Exit code 4. · 0 ms
      ✗ bad failed: Exit code 4.
        │ no
        log: .agentflow/sessions/s1/logs/bad.2.log

      ✗ flow failed  1 failed · 0 ms
        Task "bad" failed.
        continue: agentflow resume s1
        details:  agentflow status s1
      "
    `);
  });

  test('WHEN retry is a number THEN it is the number of tries', async () => {
    await using bench = await Bench.create();
    const { session } = await bench.finish(nodes({ id: 'bad', bash: 'exit 4', retry: 1 }));
    expect(session.tasks[0]).toMatchObject({ status: 'FAILED', attempt: 1 });
  });

  test.each<[string, object, string]>([
    ['refused', scripted('x', 'tool Bash state=refused; say Sorry.'), 'refused'],
    ['missing-program', { id: 'x', adapter: 'claude', prompt: 'Go.' }, 'missing-program'],
    ['bad-reference', { id: 'x', bash: 'echo $none.output.field', depends_on: ['none'] }, 'bad-reference'],
  ])('WHEN the reason is %s THEN it is never tried again', async (_title, node, reason) => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(
      nodes({ id: 'none', bash: 'echo plain' }, { ...node, ...retry({ max_attempts: 3 }) }),
    );
    expect([code, session.tasks[1]]).toMatchObject([1, { status: 'FAILED', attempt: 1, failure: { reason } }]);
  });

  test('WHEN credentials are bad THEN it is never tried again', async () => {
    await using bench = await Bench.create();
    await bench.agents.install('claude', bench.rig.bin);
    const node = { id: 'x', adapter: 'claude', prompt: 'fake: error-event Invalid API key · Please run /login' };
    const { session } = await bench.finish(nodes({ ...node, ...retry({ max_attempts: 3 }) }));
    expect(session.tasks[0]).toMatchObject({ attempt: 1, failure: { reason: 'bad-credentials' } });
  });

  test('WHEN on_error is transient THEN only trouble that passes is tried again', async () => {
    await using bench = await Bench.create();
    await bench.agents.install('claude', bench.rig.bin);
    const limited = 'error-event API Error: 429 rate limit; exit 1';
    const { session } = await bench.finish(
      nodes(
        { id: 'code', bash: 'exit 1', ...retry({ max_attempts: 3, on_error: 'transient' }) },
        {
          id: 'limited',
          adapter: 'claude',
          prompt: `fake turn count\nfake 1: ${limited}\nfake 2: say fine`,
          ...retry({ max_attempts: 3, on_error: 'transient' }),
        },
        {
          id: 'slow',
          bash: `${COUNT}; test $n -ge 2 || sleep 1000`,
          timeout: 300,
          ...retry({ max_attempts: 2, on_error: 'transient' }),
        },
      ),
    );
    expect(statuses(session)).toBe('code FAILED, limited DONE, slow DONE');
    expect(session.tasks.map(({ attempt }) => attempt)).toEqual([1, 2, 2]);
  });

  test('WHEN a session is cancelled while a task waits for its next try THEN it ends at once', async () => {
    await using bench = await Bench.create();
    await bench.write(
      nodes({ id: 'bad', bash: 'exit 4', retry: { max_attempts: 2, delay_ms: 600_000, max_delay_ms: 600_000 } }),
    );
    const run = bench.run();
    await run.waitFor(({ stderr }) => / retry /.test(stderr));
    expect((await bench.rig.run('cancel s1')).code).toBe(0);
    const { code, session } = await bench.resultOf(run);
    expect([code, session.status, statuses(session)]).toEqual([6, 'CANCELLED', 'bad FAILED']);
  });
});
