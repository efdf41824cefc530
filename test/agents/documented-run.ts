import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionEvent, TaskRecord } from '@agentflow/core';
import { nodes } from '../core/bench.js';
import { LibraryBench } from '../core/library-bench.js';
import { prepareHome } from './agent-home.js';
import { documentedAdapter } from './documented-adapters.js';
import { FakeModel, type ModelRequest } from './model/fake-model.js';
import { agentProgram } from './pinned-agents.js';

/** The agents that `docs/agents.md` shows as data. */
export const DOCUMENTED = ['codex', 'opencode', 'qwen'] as const;
export type DocumentedName = (typeof DOCUMENTED)[number];

export interface DocumentedRun {
  readonly task: TaskRecord;
  readonly output: string | null;
  /** What the agent made in the folder of the task. */
  readonly files: readonly string[];
  readonly requests: readonly ModelRequest[];
  readonly asked: readonly string[];
  readonly events: readonly SessionEvent[];
}

/** Runs a workflow of one node with the documented plugin and the real program. `{port}` is that of the model. */
export async function askDocumented(name: DocumentedName, fields: object): Promise<DocumentedRun> {
  await using bench = await LibraryBench.create({ [name]: await documentedAdapter(name) });
  await using model = await FakeModel.start();
  const { rig } = bench;
  await symlink(agentProgram(name), join(rig.bin, name));
  const env = prepareHome(name, { home: rig.home, cwd: rig.path(), modelUrl: model.url });
  const filled = JSON.parse(JSON.stringify(fields).replaceAll('{port}', new URL(model.url).port)) as object;
  const listening = await bench.start(nodes({ id: 'ask', adapter: name, ...filled, env }));
  const { tasks } = await listening.orchestrator.run();
  const task = tasks.get('ask') as TaskRecord;
  return {
    task,
    output: task.output === null ? null : await readFile(bench.file(task.output), 'utf8'),
    files: (await readdir(rig.path())).filter((file) => file.endsWith('.txt')).sort(),
    requests: model.requests,
    asked: model.requests.map(({ text }) => text.trimEnd()),
    events: listening.events,
  };
}
