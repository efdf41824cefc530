import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import claude from '@agentflow/adapter-claude';
import gemini from '@agentflow/adapter-gemini';
import type { AdapterFactory, SessionEvent, SessionEventType, WorkflowSession } from '@agentflow/core';
import { Screen } from '../../packages/core/src/output/screen.js';
import { stages } from '../core/bench.js';
import { LibraryBench, type Listening } from '../core/library-bench.js';
import type { TaskFields } from '../rig/fake-agent.js';
import { type HomeOptions, prepareHome } from './agent-home.js';
import { FakeModel } from './model/fake-model.js';
import { type AgentName, agentProgram } from './pinned-agents.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REST_MS = 400;
const SIZE = { columns: 100, rows: 40 };

const BUNDLED = { ...claude.adapters, ...gemini.adapters };

type InteractiveOptions = Pick<HomeOptions, 'trusted' | 'loggedIn'> & {
  readonly fields: TaskFields;
  /** A task `next` behind it. */
  readonly next?: TaskFields;
  readonly adapters?: Readonly<Record<string, AdapterFactory>>;
};

/** A real agent in a terminal of the library, and what a person sees of it. */
export class InteractiveBench implements AsyncDisposable {
  readonly name: AgentName;
  readonly library: LibraryBench;
  readonly model: FakeModel;
  readonly #screen = new Screen(SIZE);
  readonly #looks = new Set<() => void>();
  readonly #listening: Listening;
  readonly ended: Promise<WorkflowSession>;

  private constructor(name: AgentName, parts: { library: LibraryBench; model: FakeModel; listening: Listening }) {
    this.name = name;
    this.library = parts.library;
    this.model = parts.model;
    this.#listening = parts.listening;
    const { orchestrator } = parts.listening;
    orchestrator.onOutput(async ({ raw }) => {
      this.#screen.write(Buffer.from(raw));
      await this.#screen.drawn();
      for (const look of this.#looks) look();
    });
    this.ended = orchestrator.run();
  }

  /** Starts an interactive task `ask` with a prompt. */
  static async start(
    name: AgentName,
    { fields, next, adapters = BUNDLED, ...home }: InteractiveOptions,
  ): Promise<InteractiveBench> {
    const library = await LibraryBench.create(adapters);
    const model = await FakeModel.start();
    const { rig } = library;
    await symlink(agentProgram(name), join(rig.bin, name));
    const env = prepareHome(name, { ...home, home: rig.home, cwd: rig.path(), modelUrl: model.url });
    const task = { id: 'ask', adapter: name, executionMode: 'interactive', ...fields, env };
    const listening = await library.start(
      stages([task], ...(next ? [[{ id: 'next', adapter: name, ...next, env }]] : [])),
      { terminalSize: SIZE },
    );
    return new InteractiveBench(name, { library, model, listening });
  }

  /** What a person sees now. */
  get screen(): string {
    return this.#screen.lastLines(SIZE.rows).replace(/ +$/gm, '');
  }

  get status(): string | undefined {
    return this.#listening.status('ask');
  }

  get events(): readonly SessionEvent[] {
    return this.#listening.events;
  }

  heard<Type extends SessionEventType>(type: Type): ReturnType<Listening['heard']> {
    return this.#listening.heard(type, 'ask');
  }

  /** Resolves when the screen shows it. */
  shows(text: string | RegExp): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!(typeof text === 'string' ? this.screen.includes(text) : text.test(this.screen))) return;
        this.#looks.delete(look);
        resolve();
      };
      this.#looks.add(look);
      look();
    });
  }

  /** Enter is `\r`. */
  type(text: string): void {
    this.#listening.orchestrator.send('ask', text);
  }

  /** Types a line; Enter only when the screen has come to rest, or it would count as a part of something pasted. */
  async enter(line: string): Promise<void> {
    this.type(line);
    await this.shows(line);
    await this.rests();
    this.type('\r');
  }

  /** Resolves when the screen has not changed for a moment. */
  rests(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#looks.delete(look);
        resolve();
      }, REST_MS);
      const look = () => void timer.refresh();
      this.#looks.add(look);
    });
  }

  /** Keeps the screen as a golden one of the adapter, when asked to: `AGENTFLOW_WRITE_SCREENS=1`. */
  async keepScreen(name: string): Promise<void> {
    if (process.env.AGENTFLOW_WRITE_SCREENS !== '1') return;
    const folder = join(ROOT, 'packages', `adapter-${this.name}`, 'screens', name);
    await mkdir(folder, { recursive: true });
    const screen = this.screen.replaceAll(this.library.rig.path(), '/work').replace(/agentflow-test-\w+/g, 'parent');
    await writeFile(join(folder, 'screen.txt'), `${screen}\n`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listening.orchestrator.cancel('The test is over.');
    await this.ended;
    await this.library[Symbol.asyncDispose]();
    await this.model[Symbol.asyncDispose]();
    this.#screen.dispose();
  }
}
