import { setTimeout as delay } from 'node:timers/promises';
import { endTree } from './process-tree.js';
import type { StopOptions } from './runner.js';

interface RunningProcess {
  readonly pid: number;
  readonly token: string;
  readonly hasEnded: () => boolean;
}

/** Ends a runner's process with all its descendants, and waits until the runner has noticed. */
export async function stopProcess(running: RunningProcess, options: StopOptions): Promise<void> {
  const { graceMs = DEFAULT_GRACE_MS, signal, now } = options;
  const { pid, token } = running;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    // Again while it lives: right after its start a process may not have its group and mark yet.
    const left = await endTree({ pid, token, graceMs, ...(signal && { signal }), ...(now && { now }) });
    if (running.hasEnded() || left.length > 0) return;
    await delay(pause);
    if (running.hasEnded()) return;
  }
}

const DEFAULT_GRACE_MS = 5000;
const LONGEST_PAUSE_MS = 50;
