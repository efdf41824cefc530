import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './product.js';

/** What a reader has to know about the machine; neither its name nor a path. */
export function machineFacts() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/cli/package.json'), 'utf8'));
  return {
    agentflow: version,
    node: process.version,
    system: `${platform()} ${arch()}, kernel ${release()}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 2 ** 20),
  };
}

/** Processes that want to run, on average over the last minute. */
export function load() {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}
