import { describe, expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';
import { agentNode, answer } from './agent-node.js';

const LOOP = {
  prompt: 'Turn $LOOP_ITERATION, feedback: [$LOOP_USER_INPUT]',
  until: 'END',
  max_iterations: 4,
  interactive: true,
  gate_message: 'Is draft $LOOP_ITERATION good?',
};

async function gated() {
  const bench = await Bench.create();
  const agent = bench.agent('draft');
  await bench.write(nodes(agentNode(agent, { loop: LOOP })));
  return { bench, agent };
}

describe('a loop with interactive', () => {
  test('WHEN an iteration is over THEN the session pauses and shows the answer, the gate message and the command to go on', async () => {
    const { bench, agent } = await gated();
    await using _bench = bench;
    const run = bench.run();
    await answer(await agent.nextLaunch(), 'First draft.');
    const { code, session, stderr } = await bench.resultOf(run);
    expect([code, session.status, session.tasks[0]]).toMatchObject([
      5,
      'PAUSED',
      { status: 'WAITING_FOR_USER', question: 'First draft.\n\nIs draft 1 good?' },
    ]);
    expect(stderr.split('\n').slice(-4)).toEqual([
      '  Waiting for a person: draft.',
      '  answer:   agentflow approve s1',
      '  or:       agentflow reject s1',
      '',
    ]);
  });

  test('WHEN feedback is given THEN the next iteration gets it as $LOOP_USER_INPUT; approval without words finishes', async () => {
    const { bench, agent } = await gated();
    await using _bench = bench;
    const run = bench.run();
    await answer(await agent.nextLaunch(), 'First draft.');
    await run.exited;
    const approved = bench.rig.agentflow(['approve', 's1', '--message', 'Shorter, "please" $(x)']);
    const second = await agent.nextLaunch();
    expect(second.prompt).toBe('Turn 2, feedback: [Shorter, "please" $(x)]');
    await answer(second, 'Second draft.');
    expect((await approved.exited).code).toBe(5);
    const finished = await bench.rig.run('approve s1');
    expect([finished.code, agent.launches, await bench.output('draft')]).toEqual([0, 2, 'Second draft.']);
  });

  test('WHEN it is rejected THEN the session is CANCELLED with the reason', async () => {
    const { bench, agent } = await gated();
    await using _bench = bench;
    const run = bench.run();
    await answer(await agent.nextLaunch(), 'First draft.');
    await run.exited;
    const { code } = await bench.rig.run(['reject', 's1', '--message', 'No use.']);
    const { status, reason, tasks } = await bench.session();
    expect([code, status, reason, tasks[0]?.status]).toEqual([6, 'CANCELLED', 'No use.', 'CANCELLED']);
  });

  test('WHEN the answer holds the until word THEN nobody is asked', async () => {
    const { bench, agent } = await gated();
    await using _bench = bench;
    const run = bench.run();
    await answer(await agent.nextLaunch(), 'END');
    expect((await run.exited).code).toBe(0);
    expect((await bench.journal()).filter(({ type }) => type === 'task.waiting')).toEqual([]);
  });

  test('WHEN a waiting loop is resumed without an answer THEN the agent is not run again and the question stands', async () => {
    const { bench, agent } = await gated();
    await using _bench = bench;
    const run = bench.run();
    await answer(await agent.nextLaunch(), 'First draft.');
    await run.exited;
    const { code, session } = await bench.resume();
    expect([code, session.tasks[0]?.question, agent.launches]).toEqual([5, 'First draft.\n\nIs draft 1 good?', 1]);
  });
});
