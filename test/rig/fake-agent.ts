import { mkdir, symlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FAKE_AGENT_FILE, type LaunchReport, type Report } from '@agentflow/plugin-sdk/testing';
import { Launch } from './fake-agent-launch.js';
import { Queue } from './fake-agent-queue.js';

/** A task of a workflow, as YAML fields. */
export type TaskFields = Readonly<Record<string, unknown>>;

/** The agents of one test, each steered over a socket while the real CLI runs it. */
export class FakeAgents implements AsyncDisposable {
  readonly #folder: string;
  readonly #server: Server;
  readonly #agents = new Map<string, FakeAgent>();
  readonly #sockets = new Set<Socket>();
  readonly #launches: Launch[] = [];
  #strangers = '';

  private constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer((socket) => this.#meet(socket));
  }

  /** Listens on a socket in a folder of the test; a short path, since a socket's name has at most 103 bytes. */
  static async listen(folder: string): Promise<FakeAgents> {
    const agents = new FakeAgents(folder);
    await mkdir(agents.home, { recursive: true });
    await new Promise<void>((resolve, reject) => {
      agents.#server.once('error', reject).listen(agents.socketPath, resolve);
    });
    return agents;
  }

  get socketPath(): string {
    return join(this.#folder, 'agents.sock');
  }

  /** Where the agents of this test keep their conversations. */
  get home(): string {
    return join(this.#folder, 'conversations');
  }

  /** Makes every fake agent of a command wait for its test. Which one it is, its prompt then has to say. */
  get env(): Readonly<Record<string, string>> {
    return { AGENTFLOW_FAKE_SOCKET: this.socketPath, AGENTFLOW_FAKE_HOME: this.home };
  }

  /** An agent of that name. Its task is headless unless the fields say otherwise. */
  agent(name: string, fields: TaskFields = {}): FakeAgent {
    const agent = this.#agents.get(name) ?? new FakeAgent(name, this.env, fields);
    this.#agents.set(name, agent);
    return agent;
  }

  /** Puts the fake agent into a folder of the PATH as `claude` or `gemini`, so that those adapters run it. */
  async install(name: 'claude' | 'gemini', bin: string): Promise<void> {
    await symlink(FAKE_AGENT_FILE, join(bin, name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const isClosed = new Promise((resolve) => this.#server.close(resolve));
    await Promise.all(this.#launches.map((launch) => launch.end()));
    for (const socket of this.#sockets) socket.destroy();
    for (const agent of this.#agents.values()) agent.end();
    await isClosed;
    if (this.#strangers !== '') throw new Error(`No agent of this test is called ${this.#strangers}.`);
  }

  #meet(socket: Socket): void {
    let launch: Launch | undefined;
    this.#sockets.add(socket);
    // The agent may be killed at any time; that it is gone is told by "close".
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    createInterface({ input: socket })
      .on('error', () => {})
      .on('line', (line) => {
        const report = JSON.parse(line) as Report;
        if ('launched' in report) launch = this.#receive(report.launched, socket);
        else launch?.hear(report);
      });
  }

  #receive(report: LaunchReport, socket: Socket): Launch | undefined {
    const agent = this.#agents.get(report.name);
    if (!agent) {
      this.#strangers = JSON.stringify(report.name);
      socket.destroy();
      return undefined;
    }
    const launch = new Launch(report, socket);
    this.#launches.push(launch);
    agent.add(launch);
    return launch;
  }
}

/** One agent of a test: what a workflow needs to run it, and its launches. */
export class FakeAgent {
  readonly name: string;
  /** The environment by which a process knows that it is this agent. */
  readonly env: Readonly<Record<string, string>>;
  readonly task: TaskFields & { readonly id: string };
  /** How often it was launched. */
  launches = 0;
  readonly #queue = new Queue<Launch>();

  constructor(name: string, env: Readonly<Record<string, string>>, fields: TaskFields) {
    this.name = name;
    this.env = { ...env, AGENTFLOW_FAKE_AGENT: name };
    this.task = {
      id: name,
      adapter: 'demo',
      executionMode: 'headless',
      prompt: `Be ${name}.`,
      ...fields,
      env: { ...this.env, ...(fields.env as object | undefined) },
    };
  }

  /** The next launch that the test has not seen. */
  nextLaunch(): Promise<Launch> {
    return this.#queue.next();
  }

  add(launch: Launch): void {
    this.launches += 1;
    this.#queue.push(launch);
  }

  end(): void {
    this.#queue.end(new Error(`The agent "${this.name}" was launched ${this.launches} times and not again.`));
  }
}
