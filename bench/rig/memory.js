import { readFileSync } from 'node:fs';

const EVERY_MS = 50;
const DEEPEST = 4;

/**
 * Watches the process that a wrapper runs and the line of oldest children below it, so that a program behind a
 * launcher counts too. The kernel keeps the peak of each process; it is read until the process ends.
 */
export function watchMemory(wrapper) {
  let peak = 0;
  const look = () => {
    let pid = oldestChild(wrapper);
    for (let depth = 0; pid !== undefined && depth < DEEPEST; depth += 1) {
      peak = Math.max(peak, peakOf(pid));
      pid = oldestChild(pid);
    }
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    /** In megabytes; null for a process that was too short to be seen. */
    stop() {
      clearInterval(timer);
      return peak === 0 ? null : peak / 1024;
    },
  };
}

function oldestChild(pid) {
  const first = read(`/proc/${pid}/task/${pid}/children`).split(' ')[0];
  return first ? Number(first) : undefined;
}

function peakOf(pid) {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // the process is over
  }
}
