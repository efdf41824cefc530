import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted } from '../core/bench.js';
import { agentNode, answer, continued } from './agent-node.js';

/** A loop whose agent follows a script by turns of its conversation. */
function loopOf(turns: readonly string[], settings: object): object {
  const prompt = turns.map((steps, index) => `fake ${index + 1}: ${steps}`).join('\n');
  return { id: 'again', adapter: 'demo', loop: { prompt, max_iterations: 5, ...settings } };
}

describe('Loop node', () => {
  test('Loop with completion signal: WHEN the answer contains the until string THEN the loop stops and the node is DONE with that answer', async () => {
    await using bench = await Bench.create();
    const turns = ['say Still INCOMPLETE.', 'say COMPLETELY lost', 'say <done>COMPLETE</done>', 'say too far'];
    const { code, session } = await bench.finish(nodes(loopOf(turns, { until: 'COMPLETE' })));
    expect([code, session.status, session.tasks[0]?.status]).toEqual([0, 'DONE', 'DONE']);
    expect(await bench.output('again')).toBe('<done>COMPLETE</done>');
    expect(await promptsOf(bench)).toHaveLength(3);
  });

  test('Loop exceeds max_iterations: WHEN the loop reaches max_iterations without the signal THEN the node fails', async () => {
    await using bench = await Bench.create();
    const { code, session } = await bench.finish(nodes(loopOf(['say not yet'], { until: 'DONE', max_iterations: 3 })));
    expect([code, session.status, session.tasks[0]]).toMatchObject([
      1,
      'FAILED',
      {
        status: 'FAILED',
        attempt: 1,
        failure: { reason: 'limit-reached', message: 'The loop ran 3 times, its limit, without being done.' },
      },
    ]);
    expect(await promptsOf(bench)).toHaveLength(3);
  });

  test('WHEN a loop that reached its limit is tried again, by retry or by resume, THEN it runs again from its beginning', async () => {
    await using bench = await Bench.create();
    const node = loopOf(['say not yet'], { until: 'DONE', max_iterations: 2 });
    const retry = { max_attempts: 2, delay_ms: 1, on_error: 'all' };
    expect((await bench.finish(nodes({ ...node, retry }))).code).toBe(1);
    expect(await promptsOf(bench)).toHaveLength(4);
    expect((await bench.resume()).code).toBe(1);
    expect(await promptsOf(bench)).toHaveLength(8);
  });

  test('WHEN the changed prompt of a loop is accepted THEN the loop begins anew with it', async () => {
    await using bench = await Bench.create();
    const settings = { until: 'DONE', max_iterations: 2 };
    await bench.finish(nodes(loopOf(['say one', 'crash'], settings)));
    await bench.write(nodes(loopOf(['say DONE'], settings)));
    expect((await bench.resume(['--accept-changes'])).code).toBe(0);
    expect(await bench.output('again')).toBe('DONE');
  });

  test('WHEN until_bash looks at what the agent said THEN reference and variable are the same', async () => {
    await using bench = await Bench.create();
    const until_bash = 'echo "$LOOP_PREV_OUTPUT=${LOOP_PREV_OUTPUT}" >> seen; test $LOOP_ITERATION = 2';
    await bench.finish(nodes(loopOf(['say one', 'say two'], { until_bash })));
    expect(await bench.read(bench.rig.path('seen'))).toBe('one=one\ntwo=two\n');
  });

  test.each([
    ['**COMPLETE**', 'COMPLETE', true],
    ['COMPLETE', 'COMPLETE', true],
    ['UNCOMPLETE', 'COMPLETE', false],
    ['COMPLETE-ish', 'COMPLETE', false],
    ['it is [x] now', '[x]', true],
    ['ÉCOMPLETE', 'COMPLETE', false],
  ])('WHEN the answer is %j and until is %j THEN whether it ends is %j', async (said, until, ends) => {
    await using bench = await Bench.create();
    const node = loopOf([`say ${said}`], { until, max_iterations: 1 });
    const { session } = await bench.finish(nodes(node));
    expect(session.tasks[0]?.status).toBe(ends ? 'DONE' : 'FAILED');
  });

  test('WHEN it goes on THEN it is the conversation that the agent itself named, and $LOOP_PREV_OUTPUT is what it said', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('again');
    const prompt = 'Turn $LOOP_ITERATION after [$LOOP_PREV_OUTPUT] for $ARGUMENTS';
    await bench.write(nodes(agentNode(agent, { loop: { prompt, until: 'END', max_iterations: 5 } })));
    const run = bench.run(['a $& b']);
    const first = await agent.nextLaunch();
    await answer(first, 'one $LOOP_ITERATION');
    const second = await agent.nextLaunch();
    await answer(second, 'two');
    const third = await agent.nextLaunch();
    await answer(third, 'END');
    expect((await run.exited).code).toBe(0);
    expect([first, second, third].map(continued)).toEqual([undefined, first.conversationId, first.conversationId]);
    expect([first, second, third].map((launch) => launch.prompt)).toEqual([
      'Turn 1 after [] for a $& b',
      'Turn 2 after [one $LOOP_ITERATION] for a $& b',
      'Turn 3 after [two] for a $& b',
    ]);
  });

  test('WHEN fresh_context is true THEN every iteration begins a new conversation', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('again');
    const loop = { prompt: 'Go.', until: 'END', max_iterations: 5, fresh_context: true };
    await bench.write(nodes(agentNode(agent, { loop })));
    const run = bench.run();
    const first = await agent.nextLaunch();
    await answer(first, 'one');
    const second = await agent.nextLaunch();
    await answer(second, 'END');
    expect((await run.exited).code).toBe(0);
    expect([first, second].map(continued)).toEqual([undefined, undefined]);
    expect(second.conversationId).not.toBe(first.conversationId);
  });

  test('WHEN until_bash exits 0 THEN the loop ends; it sees $LOOP_ITERATION and outputs as data', async () => {
    await using bench = await Bench.create();
    const until_bash = [
      'printf "%s|%s|%s\\n" $LOOP_ITERATION $LOOP_PREV_OUTPUT "$secret.output" >> seen',
      'test "$LOOP_ITERATION" -ge 3',
    ].join('\n');
    const hostile = '$(touch pwned) `touch pwned` "; touch pwned';
    const { code } = await bench.finish(
      nodes(scripted('secret', 'say $(touch pwned)'), {
        ...loopOf([`say ${hostile.replaceAll(';', '\\;')}`], { until_bash }),
        depends_on: ['secret'],
      }),
    );
    expect(code).toBe(0);
    expect(await bench.read(bench.rig.path('seen'))).toBe(
      [1, 2, 3].map((iteration) => `${iteration}|${hostile}|$(touch pwned)\n`).join(''),
    );
    await expect(bench.read(bench.rig.path('pwned'))).rejects.toThrow('ENOENT');
    expect(await bench.output('again')).toBe(hostile);
  });

  test('WHEN the agent fails in an iteration THEN the node fails with its reason', async () => {
    await using bench = await Bench.create();
    const { session } = await bench.finish(nodes(loopOf(['say one', 'error-event no credit left'], { until: 'END' })));
    expect(session.tasks[0]?.failure).toEqual({
      reason: 'agent-error',
      message: 'The demo agent failed: no credit left',
    });
  });

  test('WHEN its source is a command THEN its text is rendered each time, without the front matter, with its model', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('again');
    const text = '---\nmodel: big\ndescription: Not sent\n---\nTurn $LOOP_ITERATION for $ARGUMENTS\n';
    await bench.rig.write({ '.agentflow/commands/improve.md': text });
    await bench.write(nodes(agentNode(agent, { loop: { command: 'improve', until: 'END', max_iterations: 2 } })));
    const run = bench.run(['me']);
    const first = await agent.nextLaunch();
    await answer(first, 'one');
    const second = await agent.nextLaunch();
    await answer(second, 'END');
    expect((await run.exited).code).toBe(0);
    expect([first, second].map(({ prompt, argv }) => [prompt, argv.includes('--model=big')])).toEqual([
      ['Turn 1 for me\n', true],
      ['Turn 2 for me\n', true],
    ]);
  });

  test('WHEN agentflow is killed in iteration 3 of 5 THEN resume goes on at 3, in the same conversation, and finishes', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('again');
    const prompt = 'Turn $LOOP_ITERATION after [$LOOP_PREV_OUTPUT]';
    await bench.write(nodes(agentNode(agent, { loop: { prompt, until: 'END', max_iterations: 5 } })));
    const run = bench.run();
    const first = await agent.nextLaunch();
    await answer(first, 'one');
    await answer(await agent.nextLaunch(), 'two');
    const third = await agent.nextLaunch();
    run.kill('SIGKILL');
    await Promise.all([run.exited, third.closed]);
    const resumed = bench.rig.agentflow('resume s1');
    const again = await agent.nextLaunch();
    expect([again.prompt, continued(again)]).toEqual(['Turn 3 after [two]', first.conversationId]);
    await answer(again, 'three');
    const fourth = await agent.nextLaunch();
    expect(fourth.prompt).toBe('Turn 4 after [three]');
    await answer(fourth, 'END');
    expect([(await resumed.exited).code, agent.launches, await bench.output('again')]).toEqual([0, 5, 'END']);
  });
});

async function promptsOf(bench: Bench): Promise<string[]> {
  return (await bench.journal()).flatMap((event) => (event.type === 'task.prompted' ? [event.prompt] : []));
}
