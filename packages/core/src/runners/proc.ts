import { readdirSync, readFileSync } from 'node:fs';

/** All process ids; empty on a system without /proc. */
export function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The environment a process was started with; null when it is over or another user's. */
export function environmentOf(pid: number): Buffer | null {
  return read(`/proc/${pid}/environ`);
}

/** The process group of a living process; null when it is over, be it as a zombie. */
export function groupOf(pid: number): number | null {
  return statusOf(pid)?.group ?? null;
}

/** Null when the process is over. */
export function parentOf(pid: number): number | null {
  return statusOf(pid)?.parent ?? null;
}

/** With its pid this names a process for good; null when it is over. */
export function startTimeOf(pid: number): string | null {
  return statusOf(pid)?.startTime ?? null;
}

interface ProcessStatus {
  readonly parent: number;
  readonly group: number;
  readonly startTime: string;
}

function statusOf(pid: number): ProcessStatus | null {
  const stat = read(`/proc/${pid}/stat`)?.toString('latin1');
  if (stat === undefined) return null;
  // The name in parentheses may hold anything; state, parent and group follow it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', START_TIME + 1);
  const [state, parent, group] = fields;
  if (state === 'Z' || state === 'X') return null;
  return { parent: Number(parent), group: Number(group), startTime: fields[START_TIME] ?? '' };
}

const START_TIME = 19;

/** Whether the group has members; zombies count. */
export function groupExists(group: number): boolean {
  return signalProcess(-group, 0);
}

/** False when there is no such process (or group, for a negative number) or it is not ours. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
