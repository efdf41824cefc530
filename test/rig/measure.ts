import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestRig } from './test-rig.js';

const PRELOAD = fileURLToPath(new URL('./resource-usage.js', import.meta.url));

/** What a process needed, from its start to its end. */
export interface Usage {
  readonly peakMegabytes: number;
  readonly seconds: number;
  /** Of a processor, however busy the machine was. */
  readonly processorSeconds: number;
}

/** Makes a Node process leave its usage in a file of the rig, and reads it when the process is over. */
export function usageMeter(rig: TestRig) {
  const file = rig.path('usage.json');
  return {
    nodeOptions: ['--import', PRELOAD],
    env: { USAGE_FILE: file },
    read: async () => JSON.parse(await readFile(file, 'utf8')) as Usage,
  };
}

/** Runs `agentflow` with a limited heap, and tells how many megabytes of memory it needed at most. */
export async function measure(rig: TestRig, command: string, { heapMegabytes }: { heapMegabytes: number }) {
  const meter = usageMeter(rig);
  const nodeOptions = [`--max-old-space-size=${heapMegabytes}`, ...meter.nodeOptions];
  const result = await rig.run(command, { nodeOptions, env: meter.env });
  return { ...result, ...(await meter.read()) };
}
