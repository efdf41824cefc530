import { fake } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, stages } from '../core/bench.js';
import { TestRig } from '../rig/test-rig.js';
import { onTerminal, runOnTerminal, STEP_OUT } from './session-terminal.js';

const CTRL_B = '\x02';

/** A project whose config names another key. */
async function projectWithKey(key: string): Promise<Bench> {
  const bench = await Bench.create();
  await bench.rig.write({ 'agentflow.config.yaml': `terminal:\n  stepOutKey: ${key}\n` });
  return bench;
}

describe('WHEN the config names a key to step out', () => {
  test('THEN run and attach show it and obey it, and Ctrl-] goes to the agent', async () => {
    await using bench = await projectWithKey('ctrl-b');
    const agent = bench.agent('talk', { executionMode: 'interactive' });
    await bench.write(stages([agent.task]));
    await using first = await runOnTerminal(bench);
    const talking = await agent.nextLaunch();
    await talking.run(fake.rawMode());
    await first.waitFor(' Ctrl-B steps out · talk');
    await first.type(STEP_OUT);
    expect(await talking.received()).toBe(STEP_OUT);
    await first.type(CTRL_B);
    await first.waitFor(/Enter steps in · c completes · q stops$/);

    await using second = await onTerminal(bench, ['attach', 's1', 'talk']);
    await second.waitFor(' Ctrl-B detaches · talk');
    await second.type(STEP_OUT);
    expect(await talking.received()).toBe(STEP_OUT);
    await second.type(CTRL_B);
    expect((await second.exited).exitCode).toBe(0);
    expect(second.screen).toBe('Detached from talk; it runs on.\n  again: agentflow attach s1 talk');

    await talking.exit(0);
    expect((await first.exited).exitCode).toBe(0);
  });

  test('THEN it leads out of the question of a node too', async () => {
    await using bench = await projectWithKey('Ctrl-B');
    await bench.write(nodes({ id: 'gate', approval: { message: 'Deploy?' } }));
    await using terminal = await runOnTerminal(bench);
    await terminal.waitFor('Approve? y or n, and a message if you like:');
    await terminal.type(CTRL_B);
    await terminal.waitFor(/❯ \? gate .*Deploy\?\n\nEnter answers · q stops$/);
    await terminal.type('qq');
    expect((await terminal.exited).exitCode).toBe(130);
  });

  test('THEN agentflow config shows it', async () => {
    await using bench = await projectWithKey('ctrl-]');
    expect((await bench.rig.run('config')).stdout).toBe(
      'Project: agentflow.config.yaml\n\nterminal: {"stepOutKey":"ctrl-]"}\n',
    );
  });

  test.each(['c', 'D', 'z', 'm', 'i', 'j', '[', '1', 'bb', ''].map((end) => `ctrl-${end}`).concat('alt-b', 'b'))(
    'THEN %s is an error with its place',
    async (key) => {
      await using rig = await TestRig.create();
      await rig.write({ 'agentflow.config.yaml': `terminal:\n  stepOutKey: ${key}\n` });
      expect(await rig.run('adapters')).toEqual({
        code: 3,
        stdout: '',
        stderr: [
          `error: agentflow.config.yaml:2:15  "stepOutKey" must be a key such as ctrl-b, but it is "${key}".`,
          'hint: Write "ctrl-" and a letter, "]", "\\", "^" or "_"; the letters c, d, i, j, m and z are taken.\n',
        ].join('\n'),
      });
    },
  );
});
