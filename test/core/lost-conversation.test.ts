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

test('WHEN the conversation of another node was held in another folder THEN the node begins a new one, and a warning says why', async () => {
  await using bench = await Bench.create();
  await bench.agents.install('claude', bench.rig.bin);
  await bench.rig.write({ 'app/keep': '' });
  const agent = { adapter: 'claude', env: { AGENTFLOW_FAKE_HOME: bench.agents.home } };
  const continued = { depends_on: ['first'], context: { resume: 'first' }, cwd: 'app' };
  const { code } = await bench.finish(
    nodes(
      { ...agent, id: 'first', prompt: 'fake: say one' },
      { ...agent, ...continued, id: 'second', prompt: 'fake: say two' },
    ),
  );
  expect([code, await bench.output('second')]).toEqual([0, 'two']);
  expect((await bench.journal()).filter(({ type }) => type === 'session.warned')).toMatchObject([
    {
      taskId: 'second',
      code: 'conversation-lost',
      message: `The conversation of "first" cannot be continued: it was held by claude in ${bench.rig.path()}. A new one is begun.`,
    },
  ]);
});
