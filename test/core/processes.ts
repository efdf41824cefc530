import { readFile } from 'node:fs/promises';

/** Whether a process is gone. A zombie is: only its number is still taken until its parent looks. */
export async function gone(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return /\) [ZX]/.test(state);
}
