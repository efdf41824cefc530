import { expect, test } from 'vitest';
import { Bench, nodes } from './bench.js';

test.each(['claude', 'gemini'] as const)(
  'WHEN %s does not know the conversation of another node any more THEN the node begins a new one and is done',
  async (name) => {
    await using bench = await Bench.create();
    await bench.agents.install(name, bench.rig.bin);
    const env = { AGENTFLOW_FAKE_HOME: bench.agents.home };
    const { code, session } = await bench.finish(
      nodes(
        { id: 'first', adapter: name, prompt: 'fake: say one', env },
        { id: 'lose', bash: `rm -r ${bench.agents.home}`, depends_on: ['first'] },
        {
          id: 'second',
          adapter: name,
          prompt: 'fake: say two',
          env,
          depends_on: ['lose'],
          context: { resume: 'first' },
        },
      ),
    );
    expect([code, session.status, await bench.output('second')]).toEqual([0, 'DONE', 'two']);
    const lost = (await bench.task('first')).conversation?.id;
    expect((await bench.journal()).filter(({ type }) => type === 'session.warned')).toMatchObject([
      {
        taskId: 'second',
        code: 'conversation-lost',
        message: `${name} does not know the conversation ${lost} any more; it begins a new one.`,
      },
    ]);
    expect((await bench.task('second')).conversation?.id).not.toBe(lost);
  },
);
