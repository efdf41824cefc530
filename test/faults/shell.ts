import { fileURLToPath } from 'node:url';
import type { RunningProcess } from '../rig/running-process.js';
import type { TestRig } from '../rig/test-rig.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));

/** Runs a shell script in which the function `agentflow` is the built CLI, for limits, mounts and pipes. */
export function shell(
  rig: TestRig,
  script: string,
  env?: Readonly<Record<string, string | undefined>>,
): RunningProcess {
  const start = 'node=$1 bin=$2; agentflow() { "$node" "$bin" "$@"; }';
  return rig.spawn('bash', ['-c', `${start}\n${script}`, 'bash', process.execPath, BIN], env);
}
