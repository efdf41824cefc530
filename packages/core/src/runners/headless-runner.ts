import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ProcessExit } from '@agentflow/plugin-sdk';
import { launchEnvironment } from './launch-environment.js';
import { OutputRelay } from './output-relay.js';
import { createMarks } from './process-tree.js';
import type { Runner, RunnerEvents, RunnerOptions, StartResult, StopOptions } from './runner.js';
import { spawnProcess } from './spawn-process.js';
import { stopProcess } from './stop-process.js';

/** How to start a process on pipes, and what it reads. */
export interface HeadlessOptions extends RunnerOptions {
  /** `closed` (default): the process reads end-of-file. `open`: `send` and `closeInput` work. An input is written, then closed. */
  readonly stdin?: 'closed' | 'open' | { readonly input: string };
}

/**
 * Owns a process on pipes. The process is over when it exits, not when its pipes close: a server it
 * left in the background may hold them for hours. They are read on, so that it can write, but they do
 * not keep this program running.
 */
export class HeadlessRunner extends EventEmitter<RunnerEvents> implements Runner {
  readonly #options: HeadlessOptions;
  readonly #token: string;
  readonly #relay: OutputRelay;
  #child: ChildProcess | null = null;
  #ended: ProcessExit | null = null;
  #received = 0;

  constructor(options: HeadlessOptions) {
    super();
    this.#options = options;
    this.#token = options.token ?? createMarks().next();
    this.#relay = new OutputRelay(this, options);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get ended(): ProcessExit | null {
    return this.#ended;
  }

  async start(): Promise<StartResult> {
    const { launch, cwd, reaper, stdin = 'closed' } = this.#options;
    reaper?.start();
    const spawned = spawnProcess({
      command: launch.command,
      args: launch.args,
      cwd: launch.cwd ?? cwd,
      env: launchEnvironment(this.#options, this.#token),
      stdio: [stdin === 'closed' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    if (!spawned.ok) return { ok: false, error: await spawned.error };
    const { child, pid } = spawned;
    reaper?.add(pid);
    this.#child = child;
    this.#read(child);
    child.stdin?.on('error', () => {}); // the process need not read its input
    if (typeof stdin === 'object') child.stdin?.end(stdin.input);
    return { ok: true, pid };
  }

  send(text: string): Promise<void> {
    const stdin = this.#child?.stdin;
    return new Promise((resolve, reject) => {
      if (!stdin?.writable) return reject(new Error('The standard input of this process is closed.'));
      stdin.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** The process reads end-of-file after what was sent. */
  closeInput(): void {
    this.#child?.stdin?.end();
  }

  async stop(options: StopOptions = {}): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    await stopProcess({ pid, token: this.#token, hasEnded: () => this.#ended !== null }, options);
  }

  #read(child: ChildProcess): void {
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.on('data', (bytes: Buffer) => {
        this.#received += bytes.length;
        this.#relay.take(bytes, stream);
      });
      child[stream]?.on('error', () => {});
    }
    child.once('exit', (exitCode, signal) => this.#drain(child, { exitCode, signal }));
    child.once('close', (exitCode, signal) => {
      this.#finish(child, { exitCode, signal });
      this.emit('closed');
    });
  }

  /**
   * What the process wrote lies in the pipes when it exits, and one turn of the event loop reads all
   * that lies there. So a turn that brings nothing is proof; a child that goes on writing must not
   * hold up the end, hence the limit.
   */
  #drain(child: ChildProcess, exit: ProcessExit): void {
    let before = -1;
    let turns = 0;
    const turn = () => {
      if (this.#ended) return;
      if (this.#received === before || turns === MOST_TURNS) return this.#finish(child, exit);
      before = this.#received;
      turns += 1;
      setImmediate(turn);
    };
    setImmediate(turn);
  }

  #finish(child: ChildProcess, exit: ProcessExit): void {
    if (this.#ended) return;
    this.#ended = exit;
    for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
    if (child.pid !== undefined) this.#options.reaper?.leaderEnded(child.pid);
    this.#relay.end();
    this.emit('exit', exit);
  }
}

const MOST_TURNS = 5;
