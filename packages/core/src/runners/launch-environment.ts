import { MARK_VARIABLE, markedEnv } from './process-tree.js';
import type { RunnerOptions } from './runner.js';

/** The environment of a runner's process: the task's, the launch config's laid over it, and the mark. */
export function launchEnvironment({ env, launch }: RunnerOptions, token: string): Record<string, string> {
  const merged = markedEnv(env, token);
  for (const [name, value] of Object.entries(launch.env ?? {})) {
    if (name === MARK_VARIABLE) continue;
    if (value === undefined) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}
