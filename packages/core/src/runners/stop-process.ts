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
  const { pid, token, hasEnded } = running;
  const left = await endTree({ pid, token, graceMs, ...(signal && { signal }), ...(now && { now }) });
  if (left.length > 0) return;
  for (let pause = 1; !hasEnded(); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) await delay(pause);
}

const DEFAULT_GRACE_MS = 5000;
const LONGEST_PAUSE_MS = 50;
