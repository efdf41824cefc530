import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestRig } from './test-rig.js';

const PRELOAD = fileURLToPath(new URL('./peak-memory.js', import.meta.url));

/** Runs `agentflow` with a limited heap, and tells how many megabytes of memory it needed at most. */
export async function measure(rig: TestRig, command: string, { heapMegabytes }: { heapMegabytes: number }) {
  const file = rig.path('peak-memory');
  const nodeOptions = [`--max-old-space-size=${heapMegabytes}`, '--import', PRELOAD];
  const result = await rig.run(command, { nodeOptions, env: { PEAK_MEMORY_FILE: file } });
  return { ...result, peakMegabytes: Number(await readFile(file, 'utf8')) / 1024 };
}
