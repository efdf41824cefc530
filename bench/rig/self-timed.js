import { fileURLToPath } from 'node:url';
import { nodeEntry } from './entries.js';

/** A program of ours that prints `{ wallMs, cpuMs }` of the part that counts; with `whole`, all of its process counts. */
export function selfTimed(bench, { who, program, args, whole = false }) {
  const path = fileURLToPath(new URL(`../programs/${program}`, import.meta.url));
  const entry = nodeEntry(bench, who, [path, ...args], { output: 'text' });
  const run = async () => {
    const sample = await entry.run();
    return whole || sample.failed ? sample : { ...sample, ...JSON.parse(sample.stdout) };
  };
  return { ...entry, run };
}
