import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** What a lock needs to know about the processes of this machine. */
export interface ProcessTable {
  readonly host: string;
  readonly pid: number;
  /** A text that differs between two processes that had the same pid one after the other; null when there is none. */
  startTimeOf(pid: number): string | null;
}

/**
 * The processes of this machine, from `/proc`. Elsewhere `startTimeOf` is handed in, as a rule
 * `ps -o lstart= -p PID`; without it a living process with the same pid counts as the same one.
 */
export function localProcesses(startTimeOf: ProcessTable['startTimeOf'] = defaultStartTimeOf()): ProcessTable {
  return { host: hostname(), pid: process.pid, startTimeOf };
}

function defaultStartTimeOf(): ProcessTable['startTimeOf'] {
  if (process.platform !== 'linux') return (pid) => (isAlive(pid) ? 'unknown' : null);
  let bootId: string | undefined;
  return (pid) => {
    const ticks = startTicks(pid);
    if (ticks === null) return null;
    bootId ??= readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
    return `${bootId}:${ticks}`;
  };
}

/** Field 22 of `/proc/PID/stat`. A process that has ended but was not waited for is none any more. */
function startTicks(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The second field, the program's name, may hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
