import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { StartError } from './runner.js';
import { type StartRequest, toStartError } from './start-error.js';

export interface SpawnRequest extends StartRequest {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdio: NonNullable<SpawnOptions['stdio']>;
}

export type SpawnedProcess =
  | { readonly ok: true; readonly child: ChildProcess; readonly pid: number }
  | { readonly ok: false; readonly error: Promise<StartError> };

/** The one door to `child_process`: a process as the leader of a new session and process group. Never throws. */
export function spawnProcess(request: SpawnRequest): SpawnedProcess {
  const { command, args, cwd, env, stdio } = request;
  try {
    const child = spawn(command, args, { cwd, env, stdio, detached: true });
    const failure = new Promise<StartError>((resolve) => {
      child.on('error', (error) => resolve(toStartError(codeOf(error), request)));
    });
    return child.pid === undefined ? { ok: false, error: failure } : { ok: true, child, pid: child.pid };
  } catch (error) {
    // E2BIG, a NUL character and others are thrown instead of emitted.
    return { ok: false, error: Promise.resolve(toStartError(codeOf(error), request)) };
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
