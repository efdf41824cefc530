import { EventEmitter } from 'node:events';
import type { ProcessExit } from '@agentflow/plugin-sdk';
import { findStartError } from './find-start-error.js';
import { launchEnvironment } from './launch-environment.js';
import { OutputRelay } from './output-relay.js';
import { createMarks } from './process-tree.js';
import { loadPty } from './pty.js';
import { PtyProcess, type PtyRequest } from './pty-process.js';
import type { Runner, RunnerEvents, RunnerOptions, StartResult, StopOptions } from './runner.js';
import { stopProcess } from './stop-process.js';

/** How to start a process in a pseudo-terminal, and how large that is. */
export interface AgentRunnerOptions extends RunnerOptions {
  /** 80 by default. */
  readonly cols?: number;
  /** 24 by default. */
  readonly rows?: number;
}

/** Owns a process in a pseudo-terminal, where a person may type. */
export class AgentRunner extends EventEmitter<RunnerEvents> implements Runner {
  readonly #options: AgentRunnerOptions;
  readonly #token: string;
  readonly #relay: OutputRelay;
  #cols: number;
  #rows: number;
  #starting: Promise<StartResult> | null = null;
  #process: PtyProcess | null = null;
  #ended: ProcessExit | null = null;

  constructor(options: AgentRunnerOptions) {
    super();
    this.#options = options;
    this.#token = options.token ?? createMarks().next();
    this.#relay = new OutputRelay(this, options);
    this.#cols = options.cols ?? 80;
    this.#rows = options.rows ?? 24;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get ended(): ProcessExit | null {
    return this.#ended;
  }

  start(): Promise<StartResult> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Types the text: Enter is `\r`, Ctrl-C is `\x03`, Ctrl-D is `\x04`. */
  send(text: string): Promise<void> {
    return this.#process?.write(text) ?? Promise.reject(new Error('This process has not been started.'));
  }

  /** The process is told by SIGWINCH. Before the start it sets the first size. */
  resize(cols: number, rows: number): void {
    this.#cols = Math.max(1, Math.trunc(cols));
    this.#rows = Math.max(1, Math.trunc(rows));
    this.#process?.resize(this.#cols, this.#rows);
  }

  /** The polite signal is SIGHUP by default, what a terminal sends when its window is closed: shells ignore SIGTERM. */
  async stop(options: StopOptions = {}): Promise<void> {
    await this.#starting;
    const { pid } = this;
    if (pid === undefined) return;
    await stopProcess(
      { pid, token: this.#token, hasEnded: () => this.#ended !== null },
      { signal: 'SIGHUP', ...options },
    );
  }

  async #start(): Promise<StartResult> {
    const loaded = await loadPty();
    if (!loaded.ok) return loaded;
    const request = this.#request();
    const error = findStartError(request);
    if (error) return { ok: false, error };
    this.#options.reaper?.start();
    try {
      this.#process = new PtyProcess(loaded, request, {
        bytes: (bytes) => this.#relay.take(bytes, 'terminal'),
        exit: (exit) => this.#finish(exit),
        closed: () => this.emit('closed'),
      });
    } catch (cause) {
      const message = `No pseudo-terminal could be opened for "${request.command}": ${(cause as Error).message}`;
      return { ok: false, error: { code: 'pty-unavailable', message } };
    }
    const { pid } = this.#process;
    this.#options.reaper?.add(pid);
    return { ok: true, pid };
  }

  #request(): PtyRequest {
    const { launch, cwd } = this.#options;
    const env = launchEnvironment(this.#options, this.#token);
    for (const name of OF_ANOTHER_TERMINAL) delete env[name];
    env.TERM = 'xterm-256color';
    const { command, args } = launch;
    return { command, args, cwd: launch.cwd ?? cwd, env, cols: this.#cols, rows: this.#rows };
  }

  #finish(exit: ProcessExit): void {
    this.#ended = exit;
    if (this.pid !== undefined) this.#options.reaper?.leaderEnded(this.pid);
    this.#relay.end();
    this.emit('exit', exit);
  }
}

/** These describe the terminal agentflow was started in, not the one the process gets. */
const OF_ANOTHER_TERMINAL = ['COLUMNS', 'LINES', 'TERMCAP', 'TMUX', 'TMUX_PANE', 'STY', 'WINDOW', 'WINDOWID'];
