import { readFile } from 'node:fs/promises';
import {
  FileSessionStore,
  type SessionEvent,
  SessionManager,
  type TaskRecord,
  type WorkflowSession,
} from '@agentflow/core';
import { type FakeAgent, FakeAgents, type TaskFields } from '../rig/fake-agent.js';
import type { RunningProcess } from '../rig/running-process.js';
import { type RunOptions, TestRig } from '../rig/test-rig.js';

/** A session as its file has it: the tasks are a list there. */
export type StoredSession = Omit<WorkflowSession, 'tasks'> & { readonly tasks: readonly TaskRecord[] };

/** A rig with agents that the test steers, and the built CLI run in it. */
export class Bench implements AsyncDisposable {
  readonly rig: TestRig;
  readonly agents: FakeAgents;

  private constructor(rig: TestRig, agents: FakeAgents) {
    this.rig = rig;
    this.agents = agents;
  }

  static async create(): Promise<Bench> {
    const rig = await TestRig.create();
    return new Bench(rig, await FakeAgents.listen(rig.home));
  }

  /** An agent in the hands of the test; `.task` goes into a workflow, as a task or as a node. */
  agent(name: string, fields: TaskFields = {}): FakeAgent {
    return this.agents.agent(name, fields);
  }

  /** Writes `flow.yaml`. JSON is YAML. */
  async write(workflow: object): Promise<void> {
    await this.rig.write({ 'flow.yaml': JSON.stringify(workflow, null, 2) });
  }

  /** Starts `agentflow run flow.yaml` for the session `s1`. */
  run(args: readonly string[] = [], options?: RunOptions): RunningProcess {
    return this.rig.agentflow(['run', 'flow.yaml', '--session-id', 's1', ...args], options);
  }

  /** Runs a workflow to its end, and what the session `s1` became of it. */
  async finish(workflow: object, args: readonly string[] = [], options?: RunOptions) {
    await this.write(workflow);
    return this.resultOf(this.run(args, options));
  }

  /** Runs the session `s1` on to its end. */
  resume(args: readonly string[] = [], options?: RunOptions) {
    return this.resultOf(this.rig.agentflow(['resume', 's1', ...args], options));
  }

  async resultOf(started: RunningProcess) {
    const { code, stdout, stderr } = await started.exited;
    return { code, stdout: this.rig.mask(stdout), stderr: calm(this.rig.mask(stderr)), session: await this.session() };
  }

  /** The path of a file of the session `s1`. */
  file(...parts: string[]): string {
    return this.rig.path('.agentflow', 'sessions', 's1', ...parts);
  }

  read(file: string): Promise<string> {
    return readFile(file, 'utf8');
  }

  /** Its checkpoint, which may be a moment behind while the session runs. */
  async session(): Promise<StoredSession> {
    return JSON.parse(await readFile(this.file('session.json'), 'utf8')) as StoredSession;
  }

  /** The session `s1` as it is now, running or not. */
  async view(): Promise<StoredSession> {
    const store = new FileSessionStore({ root: this.rig.path('.agentflow', 'sessions') });
    const { session } = await SessionManager.read(store, 's1');
    return { ...session, tasks: [...session.tasks.values()] };
  }

  /** The output of a task of the session `s1`. */
  async output(id: string): Promise<string | null> {
    const path = (await this.task(id)).output;
    return path === null ? null : readFile(this.file(path), 'utf8');
  }

  async task(id: string): Promise<TaskRecord> {
    return taskOf(await this.session(), id);
  }

  /** What the session `s1` recorded, of all its runs. */
  async journal(): Promise<SessionEvent[]> {
    return eventsIn(await readFile(this.file('journal.jsonl'), 'utf8'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agents[Symbol.asyncDispose]();
    await this.rig[Symbol.asyncDispose]();
  }
}

export function stages(...stages: readonly (readonly object[])[]): { name: string; stages: object[] } {
  return { name: 'flow', stages: stages.map((tasks, index) => ({ name: `stage ${index + 1}`, tasks })) };
}

export function nodes(...nodes: readonly object[]): { name: string; description: string; nodes: readonly object[] } {
  return { name: 'flow', description: 'A test.', nodes };
}

/** A headless demo agent that does what the steps say, with nobody steering it. */
export function scripted(id: string, steps: string, fields: TaskFields = {}): TaskFields {
  return { id, adapter: 'demo', executionMode: 'headless', prompt: `fake: ${steps}`, ...fields };
}

export function taskOf({ tasks }: StoredSession, id: string): TaskRecord {
  const task = tasks.find((each) => each.id === id);
  if (!task) throw new Error(`The session has no task ${id}.`);
  return task;
}

/** `a DONE, b SKIPPED`. */
export function statuses({ tasks }: StoredSession): string {
  return tasks.map(({ id, status }) => `${id} ${status}`).join(', ');
}

/** The events of a journal or of `run --json`. */
export function eventsIn(lines: string): SessionEvent[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent);
}

/** What happened, without times: `started a`, `finished a DONE`. Leaves out what an agent reports. */
export function story(events: readonly SessionEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case 'task.started':
        return [`started ${event.taskId}`];
      case 'task.finished':
        return [`finished ${event.taskId} ${event.status}`];
      case 'task.skipped':
        return [`skipped ${event.taskId}`];
      case 'task.invalidated':
        return [`invalidated ${event.taskId} because of ${event.because}`];
      default:
        return [];
    }
  });
}

/** Hides times and durations, so that a whole output can be compared. */
function calm(text: string): string {
  return text
    .replace(/^\d\d:\d\d:\d\d/gm, 'hh:mm:ss')
    .replace(/\b\d+ min \d+ s\b|\b\d+\.\d s\b|\b\d+ ms\b(?!\.)/g, '0 ms');
}
