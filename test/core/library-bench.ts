import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AdapterFactory,
  builtInNodeTypes,
  createCheckHost,
  FileSessionStore,
  Orchestrator,
  type OrchestratorEnvironment,
  parseWorkflow,
  Registry,
  type ResumeRequest,
  type SessionEvent,
  type SessionEventType,
  type StartRequest,
} from '@agentflow/core';
import demo from '../../packages/cli/src/bundled/demo-plugin.js';
import { cleanEnvironment } from '../rig/environment.js';
import { type FakeAgent, FakeAgents, type TaskFields } from '../rig/fake-agent.js';
import { TestRig } from '../rig/test-rig.js';

/** The adapter that comes with the CLI. */
export const demoAdapter: AdapterFactory = (options) => {
  const factory = demo.adapters?.demo;
  if (!factory) throw new Error('There is no demo adapter.');
  return factory(options);
};

/** The library in this process, with agents that the test steers. */
export class LibraryBench implements AsyncDisposable {
  readonly rig: TestRig;
  readonly agents: FakeAgents;
  readonly environment: OrchestratorEnvironment;
  readonly store: FileSessionStore;

  private constructor(rig: TestRig, agents: FakeAgents, adapters: Readonly<Record<string, AdapterFactory>>) {
    this.rig = rig;
    this.agents = agents;
    this.store = new FileSessionStore({ root: rig.path('.agentflow', 'sessions') });
    this.environment = {
      adapters: new Registry(
        Object.entries({ demo: demoAdapter, ...adapters }).map(([name, factory]) => ({
          name,
          source: { plugin: 'test', version: '0.1.0', origin: 'built-in' },
          load: async () => factory,
        })),
      ),
      nodeTypes: new Registry(builtInNodeTypes('0.1.0')),
      host: createCheckHost({ command: [], script: [] }),
      store: this.store,
      env: cleanEnvironment({ home: rig.home, bin: rig.bin }),
    };
  }

  /** With the demo adapter and these. */
  static async create(adapters: Readonly<Record<string, AdapterFactory>> = {}): Promise<LibraryBench> {
    const rig = await TestRig.create();
    return new LibraryBench(rig, await FakeAgents.listen(rig.home), adapters);
  }

  agent(name: string, fields: TaskFields = {}): FakeAgent {
    return this.agents.agent(name, fields);
  }

  /** Makes the session `s1` of a workflow and listens to it; nothing runs yet. */
  async start(workflow: object, request: Partial<StartRequest> = {}): Promise<Listening> {
    const text = JSON.stringify(workflow);
    const loaded = await parseWorkflow(text, 'flow.yaml', this.environment);
    if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'));
    return new Listening(
      await Orchestrator.start(this.environment, {
        plan: loaded.plan,
        source: { text, file: null },
        cwd: this.rig.path(),
        sessionId: 's1',
        ...request,
      }),
    );
  }

  async resume(request: ResumeRequest = {}): Promise<Listening> {
    return new Listening(await Orchestrator.resume(this.environment, 's1', request));
  }

  /** The path of a file of the session `s1`. */
  file(...parts: string[]): string {
    return join(this.rig.path('.agentflow', 'sessions', 's1'), ...parts);
  }

  /** The text of a file of the working folder. */
  read(path: string): Promise<string> {
    return readFile(this.rig.path(path), 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agents[Symbol.asyncDispose]();
    await this.rig[Symbol.asyncDispose]();
  }
}

type EventOf<Type extends SessionEventType> = Extract<SessionEvent, { type: Type }>;

/** An orchestrator and what it told so far. */
export class Listening {
  readonly orchestrator: Orchestrator;
  readonly events: SessionEvent[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(orchestrator: Orchestrator) {
    this.orchestrator = orchestrator;
    orchestrator.onEvent((event) => {
      this.events.push(event);
      for (const look of this.#waiting) look();
    });
  }

  /** The first event of that type about the task, told before or still to come. */
  heard<Type extends SessionEventType>(type: Type, taskId?: string): Promise<EventOf<Type>> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.events.find(
          (event) => event.type === type && (taskId === undefined || ('taskId' in event && event.taskId === taskId)),
        );
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found as EventOf<Type>);
      };
      this.#waiting.add(look);
      look();
    });
  }

  status(taskId: string): string | undefined {
    return this.orchestrator.session.tasks.get(taskId)?.status;
  }
}
