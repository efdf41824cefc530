import { type ChildProcess, spawn } from 'node:child_process';
import type { SessionEvent } from '@agentflow/core';

/** Commands of the config that are told what happens. */
export interface NotificationCommands {
  readonly on_waiting?: string | undefined;
  readonly on_finished?: string | undefined;
}

/** A command that tells somebody must not hold up the end of a session. */
const LONGEST_MS = 10_000;

/** The session that is told of. */
interface ToldSession {
  readonly cwd: string;
  onEvent(listener: (event: SessionEvent) => void): unknown;
}

export interface NotificationOptions {
  readonly commands: NotificationCommands;
  readonly warn: (text: string) => void;
  readonly longestMs?: number;
}

/** Runs a command for each event that it is meant for, with the event as JSON on its stdin. */
export class Notifications {
  readonly #running = new Set<Promise<void>>();
  readonly #cwd: string;
  readonly #warn: (text: string) => void;
  readonly #longestMs: number;

  constructor({ cwd, onEvent }: ToldSession, { commands, warn, longestMs = LONGEST_MS }: NotificationOptions) {
    this.#cwd = cwd;
    this.#warn = warn;
    this.#longestMs = longestMs;
    const { on_waiting: onWaiting, on_finished: onFinished } = commands;
    if (onWaiting === undefined && onFinished === undefined) return;
    onEvent((event) => {
      if (event.type === 'task.waiting' && onWaiting !== undefined) this.#tell('on_waiting', onWaiting, event);
      if (event.type === 'session.finished' && onFinished !== undefined) this.#tell('on_finished', onFinished, event);
    });
  }

  /** Resolves when every command has ended. */
  async done(): Promise<void> {
    await Promise.all(this.#running);
  }

  #tell(name: string, command: string, event: SessionEvent): void {
    const told = this.#run(command, event).then((problem) => {
      this.#running.delete(told);
      if (problem !== undefined) this.#warn(`warning: ${name} ${problem}: ${command}`);
    });
    this.#running.add(told);
  }

  /** What went wrong, if something did. */
  #run(command: string, event: SessionEvent): Promise<string | undefined> {
    const child = spawn('bash', ['-c', command], {
      cwd: this.#cwd,
      stdio: ['pipe', 'ignore', 'ignore'],
      // A group of its own, so that what it started can be ended with it.
      detached: true,
    });
    // It need not read what it is told.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(event)}\n`);
    return new Promise((resolve) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        endGroup(child);
      }, this.#longestMs);
      child.once('error', (error) => {
        clearTimeout(timer);
        resolve(`could not be started (${error.message})`);
      });
      child.once('exit', (code, signal) => {
        clearTimeout(timer);
        if (isLate) resolve(`took more than ${this.#longestMs / 1000} s`);
        else if (signal !== null) resolve(`was ended by ${signal}`);
        else resolve(code === 0 ? undefined : `ended with exit code ${code}`);
      });
    });
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
