import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionEvent, TaskRecord } from '@agentflow/core';
import { describe, expect, test } from 'vitest';
import { nodes } from '../core/bench.js';
import { LibraryBench } from '../core/library-bench.js';
import { prepareHome } from './agent-home.js';
import { documentedAdapter } from './documented-adapters.js';
import { FakeModel } from './model/fake-model.js';
import { agentProgram } from './pinned-agents.js';

describe.each(['codex', 'opencode', 'qwen'] as const)('the real %s, with the adapter of docs/agents.md', (name) => {
  /** opencode puts a text with white space into quotes. */
  const asArrived = (prompt: string) => (name === 'opencode' ? `"${prompt}"` : prompt);

  test('WHEN it is asked THEN its answer is the output of the task', async () => {
    const { task, output, events, asked } = await ask(name, { prompt: 'Say hello.' });
    expect([task.status, output]).toEqual(['DONE', `PONG ${asArrived('Say hello.')}`]);
    expect(asked).toContain(asArrived('Say hello.'));
    expect(task.usage).toMatchObject({ inputTokens: 11, outputTokens: 7 });
    expect(events.some(({ type }) => type === 'task.conversed')).toBe(true);
  });

  test.each(['--help', '-x'])('WHEN the prompt is %s THEN it arrives unaltered', async (prompt) => {
    expect((await ask(name, { prompt })).asked).toContain(prompt);
  });

  test('WHEN it uses a tool THEN the tool works in the folder of the task', async () => {
    const { task, made, events } = await ask(name, { prompt: 'TOOL:touch made.txt # ' });
    const tools = events.flatMap((event) =>
      event.type === 'task.reported' && event.event.type === 'tool' ? [event.event] : [],
    );
    expect([task.status, made, tools.length > 0]).toEqual(['DONE', true, true]);
  });

  test('WHEN the model refuses the key THEN the task fails and says so', async () => {
    const { task } = await ask(name, { prompt: 'STATUS:401' });
    expect(task).toMatchObject({
      status: 'FAILED',
      failure: { reason: 'agent-error', message: expect.stringContaining('fake error 401') },
    });
  });

  test('WHEN a loop goes on THEN it continues the conversation', async () => {
    const loop = { prompt: 'TURNS:one|two_END', until: 'two_END', max_iterations: 3 };
    expect((await ask(name, { loop })).output).toBe('two_END');
  });
});

interface Ended {
  readonly task: TaskRecord;
  readonly output: string | null;
  readonly made: boolean;
  readonly asked: readonly string[];
  readonly events: readonly SessionEvent[];
}

/** Runs a workflow of one node with the library. */
async function ask(name: 'codex' | 'opencode' | 'qwen', fields: object): Promise<Ended> {
  await using bench = await LibraryBench.create({ [name]: await documentedAdapter(name) });
  await using model = await FakeModel.start();
  const { rig } = bench;
  await symlink(agentProgram(name), join(rig.bin, name));
  const env = prepareHome(name, { home: rig.home, cwd: rig.path(), modelUrl: model.url });
  const listening = await bench.start(nodes({ id: 'ask', adapter: name, ...fields, env }));
  const { tasks } = await listening.orchestrator.run();
  const task = tasks.get('ask') as TaskRecord;
  return {
    task,
    output: task.output === null ? null : await readFile(bench.file(task.output), 'utf8'),
    made: existsSync(rig.path('made.txt')),
    asked: model.requests.map(({ text }) => text.trimEnd()),
    events: listening.events,
  };
}
