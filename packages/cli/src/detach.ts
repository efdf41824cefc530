import { spawn } from 'node:child_process';
import type { Orchestrator } from '@agentflow/core';
import { CliError, type CliErrorDetails } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

const MARK = 'AGENTFLOW_DETACHED';

/** What the process in the background tells the one that started it. */
type News =
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly message: string; readonly details: CliErrorDetails };

/** The part of a process that `run --detach` started: whoever started it waits for one word. */
export interface Detachment {
  readonly sessionId: string;
  /** It may go when the session has begun and can be reached. */
  tellStart(orchestrator: Orchestrator): void;
  /** Why there is no session. False when nobody waits any more. */
  tellError(error: CliError): Promise<boolean>;
}

/** Undefined in a process that a person started. The tasks do not hear of it. */
export function takeDetachment(): Detachment | undefined {
  const sessionId = process.env[MARK];
  delete process.env[MARK];
  if (sessionId === undefined || process.send === undefined) return undefined;
  return {
    sessionId,
    tellStart: (orchestrator) => {
      const release = orchestrator.onEvent(() => {
        release();
        void tell({ kind: 'started' });
      });
    },
    tellError: async ({ message, code, exitCode, hint, file, line, column }) => {
      if (!process.connected) return false;
      return tell({ kind: 'failed', message, details: { code, exitCode, hint, file, line, column } });
    },
  };
}

function tell(news: News): Promise<boolean> {
  return new Promise((resolve) => {
    process.send?.(news, undefined, undefined, (error) => {
      if (process.connected) process.disconnect();
      resolve(!error);
    });
  });
}

/** Runs the same command line in the background, in a session of the system's own. Resolves when it has begun. */
export async function runDetached(args: readonly string[], sessionId: string): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] as string, 'run', ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, [MARK]: sessionId },
  });
  child.stderr?.on('data', (text: Buffer) => process.stderr.write(text));
  await new Promise<void>((resolve, reject) => {
    child.once('message', (news: News) => {
      if (news.kind === 'started') resolve();
      else reject(new CliError(news.message, news.details));
    });
    child.once('error', reject);
    child.once('close', () => reject(notStarted()));
  });
  child.removeAllListeners();
  child.stderr?.destroy();
  child.unref();
}

/** It has told on stderr why. */
function notStarted(): CliError {
  return new CliError('The session was not started.', { code: 'not-detached', exitCode: EXIT_CODES.FAILED });
}
