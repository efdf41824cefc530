import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AgentBench } from './agent-bench.js';
import { documentedConfig } from './documented-adapters.js';
import { askDocumented, DOCUMENTED } from './documented-run.js';
import { PINNED_AGENTS } from './pinned-agents.js';

describe.each(DOCUMENTED)('the real %s, with the adapter of docs/agents.md', (name) => {
  /** opencode puts a text with white space into quotes. */
  const asArrived = (prompt: string) => (name === 'opencode' ? `"${prompt}"` : prompt);

  test('WHEN it is asked THEN its answer is the output of the task', async () => {
    const { task, output, events, asked } = await askDocumented(name, { prompt: 'Say hello.' });
    expect([task.status, output]).toEqual(['DONE', `PONG ${asArrived('Say hello.')}`]);
    expect(asked).toContain(asArrived('Say hello.'));
    expect(task.usage).toMatchObject({ inputTokens: 11, outputTokens: 7 });
    expect(events.some(({ type }) => type === 'task.conversed')).toBe(true);
  });

  test.each(['--help', '-x'])('WHEN the prompt is %s THEN it arrives unaltered', async (prompt) => {
    expect((await askDocumented(name, { prompt })).asked).toContain(prompt);
  });

  test('WHEN the prompt is the name of a command THEN it reaches the model', async () => {
    const { task, asked } = await askDocumented(name, { prompt: '/help' });
    expect([task.status, asked.map((text) => text.trim())]).toEqual(['DONE', expect.arrayContaining(['/help'])]);
  });

  test('WHEN it uses a tool THEN the tool works in the folder of the task', async () => {
    const { task, files, events } = await askDocumented(name, { prompt: 'TOOL:touch made.txt # ' });
    const tools = events.flatMap((event) =>
      event.type === 'task.reported' && event.event.type === 'tool' ? [event.event] : [],
    );
    expect([task.status, files, tools.length > 0]).toEqual(['DONE', ['made.txt'], true]);
  });

  test('WHEN the model refuses the key THEN the task fails and says so', async () => {
    const { task } = await askDocumented(name, { prompt: 'STATUS:401' });
    expect(task).toMatchObject({
      status: 'FAILED',
      failure: { reason: 'agent-error', message: expect.stringContaining('fake error 401') },
    });
  });

  test('WHEN a loop goes on THEN it continues the conversation', async () => {
    const loop = { prompt: 'TURNS:one|two_END', until: 'two_END', max_iterations: 3 };
    expect((await askDocumented(name, { loop })).output).toBe('two_END');
  });
});

describe.each(DOCUMENTED)('the real %s, with the config file of docs/agents.md', (name) => {
  const create = async () => {
    const bench = await AgentBench.create(name);
    await bench.bench.rig.write({ 'agentflow.config.yaml': await documentedConfig(name) });
    return bench;
  };

  test('WHEN it is asked THEN its answer is the output of the run', async () => {
    await using bench = await create();
    const { code, task, stdout } = await bench.ask('Hello.');
    expect([code, task.status, stdout]).toEqual([0, 'DONE', 'PONG Hello.\n']);
  });

  test('WHEN it uses a tool THEN the tool works in the folder of the task', async () => {
    await using bench = await create();
    const fields = { codex: { permissions: 'edits' }, opencode: {}, qwen: { permissions: 'full' } }[name];
    const { code } = await bench.ask('TOOL:touch made.txt # ', fields);
    expect([code, existsSync(bench.bench.rig.path('made.txt'))]).toEqual([0, true]);
  });

  test('WHEN the model refuses the key THEN the task fails', async () => {
    await using bench = await create();
    const { code, task } = await bench.ask('STATUS:401');
    expect([code, task.status, task.failure]).toEqual([1, 'FAILED', { reason: 'exit-code', message: 'Exit code 1.' }]);
  });

  test('WHEN agents are listed THEN its version is one that was tested', async () => {
    await using bench = await create();
    expect(await bench.agentflow('adapters')).toMatch(
      new RegExp(`^${name} .*ready, ${PINNED_AGENTS.find((agent) => agent.name === name)?.version} \\(tested\\)$`, 'm'),
    );
  });
});
