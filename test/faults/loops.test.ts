import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';
import { agentNode, answer, continued } from '../nodes/agent-node.js';
import { Fault } from './report.js';
import { until } from './wait.js';

const PROMPT = 'Turn $LOOP_ITERATION after [$LOOP_PREV_OUTPUT]';
const TURNS = [1, 2, 3, 4, 5];

test('row 22: WHEN agentflow is killed in an iteration of a loop THEN a resume goes on at that one', async () => {
  const fault = new Fault(22, 'kill -9 in an iteration of five, the agent at work');
  await fault.tryEach(TURNS, async (killedIn) => {
    await using bench = await Bench.create();
    const agent = bench.agent('again');
    await bench.write(nodes(agentNode(agent, { loop: { prompt: PROMPT, until: 'END', max_iterations: 5 } })));
    const run = bench.run();
    const prompts: (string | null)[] = [];
    const conversations: (string | undefined)[] = [];
    const next = async () => {
      const launch = await agent.nextLaunch();
      prompts.push(launch.prompt);
      conversations.push(continued(launch) ?? launch.conversationId);
      return launch;
    };
    for (let turn = 1; turn < killedIn; turn++) await answer(await next(), `answer ${turn}`);
    const killed = await next();
    run.kill('SIGKILL');
    await Promise.all([run.exited, killed.closed]);
    const resumed = bench.rig.agentflow('resume s1');
    for (let turn = killedIn; turn <= 5; turn++) await answer(await next(), turn === 5 ? 'END' : `answer ${turn}`);
    expect((await resumed.exited).code).toBe(0);
    const whole = TURNS.map((turn) => `Turn ${turn} after [${turn === 1 ? '' : `answer ${turn - 1}`}]`);
    expect(prompts).toEqual([...whole.slice(0, killedIn), ...whole.slice(killedIn - 1)]);
    // The first one never answered, so there is no conversation to go on with.
    if (killedIn > 1) expect(new Set(conversations).size).toBe(1);
    expect(await bench.output('again')).toBe('END');
  });
});

test('row 22: WHEN agentflow is killed while until_bash judges an answer THEN a resume judges it again, and asks no agent twice', async () => {
  await new Fault(22, 'kill -9 in iteration 3 of five, until_bash at work').try(async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('again');
    const until_bash = 'test "$LOOP_ITERATION" = 3 || exit 1; touch judging; until test -e go; do sleep 0.02; done';
    await bench.write(nodes(agentNode(agent, { loop: { prompt: PROMPT, until_bash, max_iterations: 5 } })));
    const run = bench.run();
    for (const turn of [1, 2, 3]) await answer(await agent.nextLaunch(), `answer ${turn}`);
    await until('the answer is judged', () => existsSync(bench.rig.path('judging')));
    run.kill('SIGKILL');
    await run.exited;
    await bench.rig.write({ go: '' });
    expect((await bench.resume()).code).toBe(0);
    expect([agent.launches, await bench.output('again')]).toEqual([3, 'answer 3']);
  });
});
