import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';
import { cleanEnvironment } from '../rig/environment.js';
import { Terminal } from '../rig/fake-agent-terminal.js';
import { agentNode, answer } from './agent-node.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));

/** `agentflow run flow.yaml` as a person sees it. */
function openTerminal({ rig }: Bench): Promise<Terminal> {
  const args = [BIN, 'run', 'flow.yaml', '--session-id', 's1', '--progress', 'plain'];
  const env = { ...cleanEnvironment(rig), NO_COLOR: '1', TERM: 'xterm-256color' };
  return Terminal.start(process.execPath, args, { cwd: rig.path(), env, columns: 120 });
}

const GATE = { id: 'gate', approval: { message: 'Deploy?\nReally?', capture_response: true } };

describe('an approval on a terminal', () => {
  test('WHEN the person types an answer THEN the session goes on with it', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(GATE));
    await using terminal = await openTerminal(bench);
    await terminal.waitFor('gate asks:\n\n  Deploy?\n  Really?\n\nApprove? y or n, and a message if you like:');
    await terminal.type('maybe\r');
    await terminal.waitFor(': maybe\nApprove? y or n, and a message if you like:');
    await terminal.type('yes after lunch\r');
    expect((await terminal.exited).exitCode).toBe(0);
    expect(await bench.output('gate')).toBe('after lunch');
  });

  test('WHEN the person says no THEN the session is CANCELLED with the words as its reason', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(GATE));
    await using terminal = await openTerminal(bench);
    await terminal.waitFor('if you like:');
    await terminal.type('n too risky\r');
    expect((await terminal.exited).exitCode).toBe(6);
    expect((await bench.session()).reason).toBe('too risky');
  });

  test('WHEN somebody answers from elsewhere THEN the question here is over', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(GATE));
    await using terminal = await openTerminal(bench);
    await terminal.waitFor('if you like:');
    expect((await bench.rig.run(['approve', 's1', '--message', 'from afar'])).code).toBe(0);
    expect((await terminal.exited).exitCode).toBe(0);
    expect(await bench.output('gate')).toBe('from afar');
  });

  test('WHEN Ctrl-C is pressed at the question THEN the session is INTERRUPTED, resumable, and the question stands', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(GATE));
    await using terminal = await openTerminal(bench);
    await terminal.waitFor('if you like:');
    await terminal.type('\x03');
    expect((await terminal.exited).exitCode).toBe(130);
    const { status, tasks } = await bench.session();
    expect([status, tasks[0]?.status]).toEqual(['INTERRUPTED', 'WAITING_FOR_USER']);
  });

  test('WHEN two tasks ask THEN one question comes after the other, and progress is not written into it', async () => {
    await using bench = await Bench.create();
    await bench.write(nodes(GATE, { id: 'other', approval: { message: 'And?', capture_response: true } }));
    await using terminal = await openTerminal(bench);
    await terminal.waitFor('if you like:');
    await terminal.type('y one\r');
    await terminal.waitFor(
      /other asks:\n\n {2}And\?\n\n(\S+ +gate +done .*\n)?Approve\? y or n, and a message if you like:$/,
    );
    await terminal.type('y two\r');
    expect((await terminal.exited).exitCode).toBe(0);
    expect([await bench.output('gate'), await bench.output('other')]).toEqual(['one', 'two']);
  });

  test('WHEN a loop asks THEN feedback goes on and Enter alone finishes', async () => {
    await using bench = await Bench.create();
    const agent = bench.agent('draft');
    const loop = { prompt: 'Feedback: [$LOOP_USER_INPUT]', until: 'END', max_iterations: 4, interactive: true };
    await bench.write(nodes(agentNode(agent, { loop })));
    await using terminal = await openTerminal(bench);
    await answer(await agent.nextLaunch(), 'First.');
    await terminal.waitFor('Feedback to go on, Enter to finish, /reject to end the session:');
    await terminal.type('shorter\r');
    const second = await agent.nextLaunch();
    expect(second.prompt).toBe('Feedback: [shorter]');
    await answer(second, 'Second.');
    await terminal.waitFor(
      'Second.\n\n  Give feedback to go on, or approve to finish.\n\nFeedback to go on, Enter to finish, /reject to end the session:',
    );
    await terminal.type('\r');
    expect((await terminal.exited).exitCode).toBe(0);
    expect(await bench.output('draft')).toBe('Second.');
  });
});
