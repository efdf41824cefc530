import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionEvent, TaskRecord } from '@agentflow/core';
import { Bench, nodes } from '../core/bench.js';
import type { TaskFields } from '../rig/fake-agent.js';
import type { RunningProcess } from '../rig/running-process.js';
import { type HomeOptions, prepareHome } from './agent-home.js';
import { FakeModel } from './model/fake-model.js';
import { type AgentName, agentProgram } from './pinned-agents.js';

export type BenchOptions = Pick<HomeOptions, 'retry' | 'trusted'> & {
  /** Where the model would be, if not at the fake one. */
  readonly modelUrl?: string;
};

/** How a workflow of one agent ended. */
export interface AgentRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly task: TaskRecord;
  readonly output: string | null;
}

/** The built CLI, one real agent on its PATH, and the model it asks. */
export class AgentBench implements AsyncDisposable {
  readonly name: AgentName;
  readonly bench: Bench;
  readonly model: FakeModel;
  readonly env: Readonly<Record<string, string>>;

  private constructor(name: AgentName, parts: { bench: Bench; model: FakeModel; env: Record<string, string> }) {
    this.name = name;
    this.bench = parts.bench;
    this.model = parts.model;
    this.env = parts.env;
  }

  static async create(name: AgentName, options: BenchOptions = {}): Promise<AgentBench> {
    const [bench, model] = await Promise.all([Bench.create(), FakeModel.start()]);
    const { rig } = bench;
    await symlink(agentProgram(name), join(rig.bin, name));
    const env = prepareHome(name, { modelUrl: model.url, ...options, home: rig.home, cwd: rig.path() });
    return new AgentBench(name, { bench, model, env });
  }

  /** The fields of a node that runs the agent. */
  node(fields: TaskFields): TaskFields {
    return { id: 'ask', adapter: this.name, ...fields };
  }

  /** Runs a workflow of one node to its end: a prompt, unless the fields say otherwise. */
  async ask(prompt: string, fields: TaskFields = {}): Promise<AgentRun> {
    return this.run(this.node({ prompt, ...fields }));
  }

  /** Runs a workflow of these nodes to its end; the result is that of the last one. */
  async run(...list: readonly TaskFields[]): Promise<AgentRun> {
    await this.bench.write(nodes(...list));
    const { code, stdout, stderr } = await this.start().exited;
    const id = String(list.at(-1)?.id);
    const [task, output] = [await this.bench.task(id), await this.bench.output(id)];
    return { code, stdout, stderr, task, output };
  }

  /** Starts the workflow that was written last. */
  start(): RunningProcess {
    return this.bench.run([], { env: this.env });
  }

  /** What `agentflow` prints about the session. */
  async agentflow(command: string): Promise<string> {
    const { stdout } = await this.bench.rig.run(command, { env: this.env });
    return stdout;
  }

  /** What the agent reported, without its own words. */
  async reports(): Promise<object[]> {
    return (await this.bench.journal()).flatMap((event) => (event.type === 'task.reported' ? [event.event] : []));
  }

  async warnings(): Promise<Extract<SessionEvent, { type: 'session.warned' }>[]> {
    return (await this.bench.journal()).filter((event) => event.type === 'session.warned');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bench[Symbol.asyncDispose]();
    await this.model[Symbol.asyncDispose]();
  }
}
