import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf, groupExists, groupOf, listProcesses, parentOf, signalProcess } from './proc.js';

/** The environment variable by which a process's descendants are found, wherever they went. */
export const MARK_VARIABLE = 'AGENTFLOW_MARK';

/** The tokens of one session: `run` is a prefix of every token that `next` gives. */
export interface Marks {
  /** `<random>.` */
  readonly run: string;
  /** `<random>.<n>.`, another one for every process. */
  next(): string;
}

/** Makes the marks of one run, by which its processes are known from those of every other. */
export function createMarks(): Marks {
  const run = `${randomBytes(12).toString('hex')}.`;
  let count = 0;
  return {
    run,
    next: () => {
      count += 1;
      return `${run}${count}.`;
    },
  };
}

/** A copy with the token added to the mark; that of an outer agentflow stays. */
export function markedEnv(env: Readonly<Record<string, string>>, token: string): Record<string, string> {
  const outer = env[MARK_VARIABLE];
  return { ...env, [MARK_VARIABLE]: outer ? `${outer} ${token}` : token };
}

/** The living processes that carry the token, or one that begins with it. Empty where there is no /proc. */
export function findMarked(token: string): number[] {
  return listProcesses().filter((pid) => pid !== process.pid && isMarked(pid, token));
}

export interface EndTreeOptions {
  /** Every process carrying it is ended: a task's token, or `Marks.run` for a whole session. */
  readonly token: string;
  /** A process that we started ourselves as the leader of its group. */
  readonly pid?: number;
  /** Groups that we know to be ours, whatever their members carry. */
  readonly groups?: readonly number[];
  /** How long the processes may take to end by themselves before SIGKILL; 0 kills at once. */
  readonly graceMs: number;
  /** The polite signal; SIGTERM by default. */
  readonly signal?: NodeJS.Signals;
  /** Aborting it ends the grace at once. */
  readonly now?: AbortSignal;
}

/**
 * Asks, waits, forces: ends a process group and every process that carries the token, also those
 * that went into a session of their own. Answers with what even SIGKILL could not end; normally nothing.
 * A process that is neither marked nor in the given group is never signalled: its pid may be another's by now.
 */
export async function endTree(options: EndTreeOptions): Promise<readonly number[]> {
  const { token, pid, groups = [], graceMs, signal = 'SIGTERM', now } = options;
  const tree = new Tree(token, pid === undefined ? groups : [pid, ...groups]);
  if (tree.find().length === 0) return [];
  if (graceMs > 0 && !now?.aborted) {
    tree.signal(signal);
    tree.signal('SIGCONT'); // a stopped process hears nothing else
    if (await tree.isGoneWithin(graceMs, now)) return [];
  }
  const deadline = performance.now() + KILL_MS;
  do {
    tree.signal('SIGKILL');
    if (await tree.isGoneWithin(KILL_ROUND_MS)) return [];
    tree.find();
  } while (performance.now() < deadline);
  return tree.find();
}

/** A process that survives SIGKILL for so long hangs in the kernel. */
const KILL_MS = 5000;
/** Processes started by the dying ones are looked for this often. */
const KILL_ROUND_MS = 50;
const FIRST_POLL_MS = 5;
const LONGEST_POLL_MS = 100;

class Tree {
  readonly #token: string;
  readonly #groups: readonly number[];
  #living: ReadonlySet<number> = new Set();
  #members: readonly number[] = [];

  constructor(token: string, groups: readonly number[]) {
    this.#token = token;
    this.#groups = groups;
  }

  find(): readonly number[] {
    const processes = listProcesses();
    this.#living = new Set(this.#groups.filter(groupExists));
    // Without /proc the groups are all that can be known.
    this.#members = processes.length === 0 ? [...this.#living] : processes.filter((pid) => this.#isMember(pid));
    return this.#members;
  }

  /** A group is signalled as a whole when it is ours or its leader is a member. */
  signal(signal: NodeJS.Signals): void {
    const groups = new Set(this.#groups.filter((group) => this.#members.includes(group)));
    for (const pid of this.#members) {
      const group = groupOf(pid);
      if (group !== null && (this.#living.has(group) || this.#isMember(group))) groups.add(group);
      else if (this.#isMember(pid)) signalProcess(pid, signal);
    }
    for (const group of groups) signalProcess(-group, signal);
  }

  async isGoneWithin(milliseconds: number, now?: AbortSignal): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    for (let pause = FIRST_POLL_MS; !this.#isGone(); pause = Math.min(pause * 2, LONGEST_POLL_MS)) {
      const left = deadline - performance.now();
      if (left <= 0 || now?.aborted) return false;
      await delay(Math.min(pause, left), undefined, { signal: now }).catch(() => {});
    }
    return true;
  }

  /** Looks at all processes only when those known are gone. */
  #isGone(): boolean {
    return !this.#members.some((pid) => this.#isMember(pid)) && this.find().length === 0;
  }

  #isMember(pid: number): boolean {
    if (pid === process.pid) return false;
    if (this.#living.size > 0 && this.#living.has(groupOf(pid) ?? 0)) return true;
    // Right after its start our child may have neither its group nor its mark.
    return isMarked(pid, this.#token) || (this.#groups.includes(pid) && parentOf(pid) === process.pid);
  }
}

/** A zombie has no environment any more. */
function isMarked(pid: number, token: string): boolean {
  return environmentOf(pid)?.includes(token) ?? false;
}
