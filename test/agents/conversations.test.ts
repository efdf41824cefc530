import { describe, expect, test } from 'vitest';
import { AgentBench } from './agent-bench.js';
import { PINNED_AGENTS } from './pinned-agents.js';

/** Where each agent keeps its conversations. */
const CONVERSATIONS = { claude: '~/.claude/projects', gemini: '~/.gemini/tmp' } as const;

describe.each(['claude', 'gemini'] as const)('a conversation with the real %s', (name) => {
  test('WHEN a loop goes on THEN every iteration continues the conversation', async () => {
    await using bench = await AgentBench.create(name);
    const loop = { prompt: 'TURNS:one|two|three END', until: 'END', max_iterations: 5 };
    const { code, output } = await bench.run(bench.node({ loop }));
    expect([code, output, bench.model.requests.map(({ userTurns }) => userTurns.length)]).toEqual([
      0,
      'three END',
      [1, 2, 3],
    ]);
    expect(new Set(await conversationsOf(bench)).size).toBe(1);
  });

  test('WHEN a node resumes another THEN it continues its conversation', async () => {
    await using bench = await AgentBench.create(name);
    const { code, output } = await bench.run(
      bench.node({ id: 'first', prompt: 'TURNS:one|two' }),
      bench.node({ prompt: 'TURNS:one|two', depends_on: ['first'], context: { resume: 'first' } }),
    );
    const [first, second] = await conversationsOf(bench);
    expect([code, output, first === second]).toEqual([0, 'two', true]);
    expect(await bench.warnings()).toEqual([]);
  });

  test('WHEN it answers THEN the conversation is kept with its folder and the version of the program', async () => {
    await using bench = await AgentBench.create(name);
    const { task } = await bench.ask('Say hello.');
    const version = PINNED_AGENTS.find((agent) => agent.name === name)?.version;
    const cwd = bench.bench.rig.path();
    expect(task.conversation).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), adapter: name, cwd, version });
  });

  test('WHEN the conversation is lost THEN the node begins a new one, and a warning says so', async () => {
    await using bench = await AgentBench.create(name);
    const { code, output } = await bench.run(
      bench.node({ id: 'first', prompt: 'TURNS:one|two' }),
      { id: 'lose', bash: `rm -r ${CONVERSATIONS[name]}`, depends_on: ['first'] },
      bench.node({ prompt: 'TURNS:one|two', depends_on: ['lose'], context: { resume: 'first' } }),
    );
    const [first, second] = await conversationsOf(bench);
    expect([code, output, first === second]).toEqual([0, 'one', false]);
    expect(await bench.warnings()).toMatchObject([
      {
        code: 'conversation-lost',
        message: `${name} does not know the conversation ${first} any more; it begins a new one.`,
        taskId: 'ask',
      },
    ]);
  });
});

/** The conversations that were begun or continued, in their order. */
async function conversationsOf({ bench }: AgentBench): Promise<string[]> {
  return (await bench.journal()).flatMap((event) => (event.type === 'task.conversed' ? [event.conversation.id] : []));
}
