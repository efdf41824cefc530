import { readFileSync } from 'node:fs';

/**
 * Whether this process may read keys and change the terminal. One in the background of a shell (`agentflow run … &`)
 * would be stopped by the system at the first attempt. Where that cannot be told, it may.
 */
export function isInForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name before it may hold blanks and brackets.
    const [, , group, , , foreground] = stat
      .slice(stat.lastIndexOf(')') + 1)
      .trim()
      .split(' ');
    return foreground === '-1' || group === foreground;
  } catch {
    return true;
  }
}
