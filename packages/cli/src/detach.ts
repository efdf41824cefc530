import { spawn } from 'node:child_process';
import type { Orchestrator } from '@agentflow/core';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

const MARK = 'AGENTFLOW_DETACHED';

/** Whether this process was started by `run --detach`. Its tasks do not hear of it. */
export function isDetachedRun(): boolean {
  const isDetached = process.env[MARK] === '1' && process.send !== undefined;
  delete process.env[MARK];
  return isDetached;
}

/** Whoever started this process in the background may go when the session has begun and can be reached. */
export function tellStarted(orchestrator: Orchestrator): void {
  const release = orchestrator.onEvent(() => {
    release();
    process.send?.('started');
    process.disconnect?.();
  });
}

/** Runs the same command line in the background, in a session of the system's own. Resolves when it has begun. */
export async function runDetached(args: readonly string[], sessionId: string): Promise<void> {
  const given = withoutDetach(args);
  const own = [
    'run',
    '--progress',
    'quiet',
    '--no-input',
    ...(given.includes('--session-id') ? [] : ['--session-id', sessionId]),
  ];
  const child = spawn(process.execPath, [process.argv[1] as string, ...own, ...given], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, [MARK]: '1' },
  });
  child.stderr?.on('data', (text: Buffer) => process.stderr.write(text));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('close', (code) => reject(notStarted(code)));
  });
  child.removeAllListeners();
  child.stderr?.destroy();
  child.unref();
}

/** What follows `--` is the workflow's. */
function withoutDetach(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const isOurs = (index: number) => end < 0 || index < end;
  return args.filter((arg, index) => !(isOurs(index) && (arg === '--detach' || arg === '-d' || arg === '--json')));
}

/** It has told on stderr why. */
function notStarted(code: number | null): CliError {
  return new CliError('The session was not started.', {
    code: 'not-detached',
    exitCode: code === EXIT_CODES.USAGE ? EXIT_CODES.USAGE : EXIT_CODES.FAILED,
  });
}
