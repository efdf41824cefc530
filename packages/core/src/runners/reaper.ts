import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { LeftGroups } from './left-groups.js';
import { groupExists } from './proc.js';
import { REAPER_SCRIPT } from './reaper-script.js';
import { spawnProcess } from './spawn-process.js';

/**
 * A small process that outlives this one and ends what it left running. It reads a pipe that only
 * this process holds: when the pipe closes without a `done`, this process has died, however it was
 * killed. One per session. A system without `sh` has no reaper, and nothing else is different.
 */
export class Reaper {
  readonly #token: string;
  #child: ChildProcess | null = null;
  #over = false;
  readonly #added = new Set<number>();
  #removed: number[] = [];
  #timer: NodeJS.Timeout | null = null;
  readonly #left = new LeftGroups();

  /** `token` is `Marks.run` of the session. */
  constructor(token: string) {
    this.#token = token;
  }

  /** Starts it unless it runs. A runner does this before its first process, so that none is ever unwatched. */
  start(): void {
    if (this.#child || this.#over) return;
    const spawned = spawnProcess({
      command: '/bin/sh',
      args: ['-c', REAPER_SCRIPT, 'agentflow-reaper', this.#token],
      cwd: '/',
      // Nothing of ours: with our mark it would hunt itself.
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    if (!spawned.ok) return;
    this.#child = spawned.child;
    this.#child.unref();
    const pipe = this.#child.stdin as Socket;
    pipe.unref();
    pipe.on('error', () => {}); // somebody killed it
  }

  /** A process group now exists. */
  add(group: number): void {
    this.#added.add(group);
    this.#timer ??= setTimeout(() => this.#report(), REPORT_MS).unref();
  }

  /** The leader of a group is over; the group may live on. */
  leaderEnded(group: number): void {
    if (groupExists(group)) this.#left.add(group);
    else this.#remove(group);
  }

  /** Groups that live on without their leader. */
  leftGroups(): number[] {
    return this.#left.living();
  }

  #remove(group: number): void {
    if (this.#added.delete(group)) return;
    this.#removed.push(group);
    this.#timer ??= setTimeout(() => this.#report(), REPORT_MS).unref();
  }

  /** Each report wakes the reaper, which costs a tenth of a short process: those it never hears of. */
  #report(): void {
    this.#timer = null;
    const lines = [
      ...Array.from(this.#added, (group) => `+${group}\n`),
      ...this.#removed.map((group) => `-${group}\n`),
    ];
    this.#added.clear();
    this.#removed = [];
    if (lines.length > 0 && !this.#over) this.#child?.stdin?.write(lines.join(''));
  }

  /** The session is over and cleaned up: the reaper ends without doing anything. Settled when it is gone. */
  async done(): Promise<void> {
    this.#over = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end('done\n');
    await gone;
  }
}

/** Until then a new process is found by its mark alone. */
const REPORT_MS = 20;
