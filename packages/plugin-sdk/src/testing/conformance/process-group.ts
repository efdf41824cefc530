import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A program that was started as the leader of its group, and all that it has started. */
export interface ProcessGroup {
  readonly leader: number;
  /** Stands in the environment of the leader, and so in that of every descendant. */
  readonly marker: string;
}

/** Ends a group as AgentFlow does: asks, waits, forces. Throws when something is left even then. */
export async function stopGroup(group: ProcessGroup, graceMs = GRACE_MS): Promise<void> {
  signalGroup(group, 'SIGTERM');
  if (await isGoneWithin(group, graceMs)) return;
  signalGroup(group, 'SIGKILL');
  if (await isGoneWithin(group, KILL_MS)) return;
  throw new Error(`It was stopped, but these processes are left: ${membersOf(group).join(', ')}.`);
}

const GRACE_MS = 500;
const KILL_MS = 5000;
const POLL_MS = 10;

/** Signals the group, and the descendants that have left it. */
export function signalGroup(group: ProcessGroup, signal: NodeJS.Signals): void {
  for (const target of [-group.leader, ...membersOf(group)]) send(target, signal);
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    // It is gone already.
    return false;
  }
}

async function isGoneWithin(group: ProcessGroup, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (membersOf(group).length > 0) {
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** The living members. Without /proc the group is all that can be known, and its zombies count. */
function membersOf(group: ProcessGroup): number[] {
  try {
    const processes = readdirSync('/proc').map(Number).filter(Number.isInteger);
    return processes.filter((pid) => pid !== process.pid && isMember(pid, group));
  } catch {
    return send(-group.leader, 0) ? [group.leader] : [];
  }
}

function isMember(pid: number, { leader, marker }: ProcessGroup): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; state, parent and group follow it.
    const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 3);
    if (state === 'Z' || state === 'X') return false;
    return Number(processGroup) === leader || readFileSync(`/proc/${pid}/environ`).includes(marker);
  } catch {
    // It is over, or another user's.
    return false;
  }
}
