import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { compileState } from './compiled-state.js';

/** Waits for the instant it is told, so that all racers try at once. */
const PROGRAM = `
import { createInterface } from 'node:readline';
import { acquireLock } from './state/lock.js';
import { localProcesses } from './state/process-table.js';
let lock;
for await (const line of createInterface({ input: process.stdin })) {
  const { acquire, at } = JSON.parse(line);
  if (acquire === undefined) {
    lock?.release();
    lock = undefined;
    console.log('{}');
    continue;
  }
  while (Date.now() < at);
  try {
    lock = await acquireLock(acquire, localProcesses());
    console.log(JSON.stringify({ won: true }));
  } catch (error) {
    console.log(JSON.stringify({ won: false, code: error.code, message: error.message }));
  }
}
`;

export interface RaceResult {
  readonly won: boolean;
  readonly code?: string;
  readonly message?: string;
}

/** A real process that acquires and releases locks when told to. */
export class LockRacer {
  readonly pid: number;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers: AsyncIterator<string>;

  static program(folder: string): string {
    compileState(folder);
    const program = join(folder, 'lock-racer.js');
    writeFileSync(program, PROGRAM);
    return program;
  }

  constructor(program: string) {
    this.#child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.pid = this.#child.pid as number;
    onTestFinished(() => this.kill());
  }

  acquire(path: string, at = 0): Promise<RaceResult> {
    return this.#ask({ acquire: path, at });
  }

  async release(): Promise<void> {
    await this.#ask({});
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  async #ask(request: object): Promise<RaceResult> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value } = await this.#answers.next();
    return JSON.parse(value);
  }
}
