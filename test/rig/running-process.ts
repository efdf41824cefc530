import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Condition = string | ((output: { readonly stdout: string; readonly stderr: string }) => boolean);

/** A real process of a test. It leads a process group of its own, and that group ends with the test. */
export class RunningProcess {
  stdout = '';
  stderr = '';
  readonly exited: Promise<ProcessResult>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #listeners = new Set<() => void>();

  constructor(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
    // Detached also means: no controlling terminal, so nothing can ask the developer.
    this.#child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const name of ['stdout', 'stderr'] as const) {
      this.#child[name].setEncoding('utf8').on('data', (text: string) => {
        this[name] += text;
        for (const listener of this.#listeners) listener();
      });
    }
    this.exited = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => {
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
    // A test that never looks at the end must not fail because of it.
    this.exited.catch(() => {});
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('The process did not start.');
    return pid;
  }

  /** Resolves when stdout holds a text, or when a condition on the output so far is true. */
  async waitFor(condition: Condition): Promise<void> {
    const isMet = () => (typeof condition === 'string' ? this.stdout.includes(condition) : condition(this));
    const met = new Promise<void>((resolve) => {
      const listener = () => {
        if (isMet()) resolve();
      };
      this.#listeners.add(listener);
      listener();
    });
    const ended = this.exited.then(({ code, stdout, stderr }) => {
      if (isMet()) return;
      throw new Error(`Ended with ${code} before it printed ${condition}:\n${stdout}\n${stderr}`);
    });
    await Promise.race([met, ended]);
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills what is left of the process and its group. */
  async end(): Promise<void> {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
    await this.exited.catch(() => {});
  }
}
