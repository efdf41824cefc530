import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './environment.js';
import { type ProcessResult, RunningProcess } from './running-process.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));

export interface RunOptions {
  /** Added to the clean environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Options for Node itself, such as a memory limit. */
  readonly nodeOptions?: readonly string[];
}

/** A temporary folder with a home of its own, and the built CLI run in it as a real process. */
export class TestRig implements AsyncDisposable {
  readonly #root: string;
  readonly #processes: RunningProcess[] = [];

  private constructor(root: string) {
    this.#root = root;
  }

  static async create(): Promise<TestRig> {
    // The real path, because that is what the processes report: a temporary folder may be behind a link.
    const root = await realpath(await mkdtemp(join(tmpdir(), 'agentflow-test-')));
    await Promise.all(['work', 'home', 'bin'].map((name) => mkdir(join(root, name))));
    return new TestRig(root);
  }

  get home(): string {
    return join(this.#root, 'home');
  }

  /** The only folder on the PATH besides Node's and the system's; what is put there is found first. */
  get bin(): string {
    return join(this.#root, 'bin');
  }

  /** A path in the folder that commands run in. */
  path(...parts: string[]): string {
    return join(this.#root, 'work', ...parts);
  }

  /** Writes files, with their folders; a path that begins with `~/` is in the home. */
  async write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const file = name.startsWith('~/') ? join(this.home, name.slice(2)) : this.path(name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  /** Starts `agentflow`. A text is split at white space; pass a list where an argument has some. */
  agentflow(command: string | readonly string[], { env, nodeOptions = [] }: RunOptions = {}): RunningProcess {
    const args = typeof command === 'string' ? command.split(/\s+/).filter(Boolean) : command;
    return this.spawn(process.execPath, [...nodeOptions, BIN, ...args], env);
  }

  /** Runs `agentflow` to its end, with the names of temporary folders hidden from its output. */
  async run(command: string | readonly string[], options?: RunOptions): Promise<Omit<ProcessResult, 'signal'>> {
    const { code, stdout, stderr } = await this.agentflow(command, options).exited;
    return { code, stdout: this.mask(stdout), stderr: this.mask(stderr) };
  }

  /** Starts any program in the rig's folder and environment. */
  spawn(program: string, args: readonly string[], env: RunOptions['env'] = {}): RunningProcess {
    const environment = { ...cleanEnvironment({ home: this.home, bin: this.bin }), ...env };
    const started = new RunningProcess(program, args, { cwd: this.path(), env: environment });
    this.#processes.push(started);
    return started;
  }

  /** Replaces the temporary folders by `<work>`, `<home>` and `<rig>`, so that a whole output can be compared. */
  mask(text: string): string {
    return text.replaceAll(this.path(), '<work>').replaceAll(this.home, '<home>').replaceAll(this.#root, '<rig>');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#processes.map((started) => started.end()));
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}
