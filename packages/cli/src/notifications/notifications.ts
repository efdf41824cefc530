import { spawn } from 'node:child_process';
import type { Orchestrator, SessionEvent } from '@agentflow/core';

/** Commands of the config that are told what happens. */
export interface NotificationCommands {
  readonly on_waiting?: string | undefined;
  readonly on_finished?: string | undefined;
}

/** A command that tells somebody must not hold up the end of a session. */
const LONGEST_MS = 10_000;

/** Runs a command for each event that it is meant for, with the event as JSON on its stdin. */
export class Notifications {
  readonly #running = new Set<Promise<void>>();
  readonly #cwd: string;
  readonly #warn: (text: string) => void;

  constructor(orchestrator: Orchestrator, commands: NotificationCommands, warn: (text: string) => void) {
    this.#cwd = orchestrator.session.cwd;
    this.#warn = warn;
    const { on_waiting: onWaiting, on_finished: onFinished } = commands;
    if (onWaiting === undefined && onFinished === undefined) return;
    orchestrator.onEvent((event) => {
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
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    });
    // It need not read what it is told.
    child.stdin.on('error', () => {});
    child.stdin.end(`${JSON.stringify(event)}\n`);
    return new Promise((resolve) => {
      child.once('error', (error) => resolve(`could not be started (${error.message})`));
      child.once('exit', (code, signal) => {
        if (signal !== null) resolve(`was ended by ${signal}`);
        else resolve(code === 0 ? undefined : `ended with exit code ${code}`);
      });
    });
  }
}
