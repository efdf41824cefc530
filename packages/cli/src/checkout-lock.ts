import { dirname, join } from 'node:path';
import {
  acquireLock,
  type Checkout,
  type CheckoutStay,
  localProcesses,
  makeFolders,
  openCheckout,
  StateError,
} from '@agentflow/core';
import { CliError } from './cli-error.js';
import { count } from './columns.js';
import { EXIT_CODES } from './exit-codes.js';
import { TrackedFiles } from './worktree/tracked-files.js';
import { worktreeOf } from './worktree/worktree.js';

/**
 * One session at a time may change files of a folder; one that says it changes none is watched instead. A session in
 * a worktree of its own is alone there.
 */
export function checkoutLock(project: string): Checkout {
  return {
    enter: (guest) => {
      const { sessionId, cwd, mutates } = guest;
      if (worktreeOf(project, { id: sessionId, cwd })) return openCheckout.enter(guest);
      return mutates ? lockFolder(cwd, sessionId) : watchFolder(cwd);
    },
  };
}

async function lockFolder(cwd: string, sessionId: string): Promise<CheckoutStay> {
  const file = join(cwd, '.agentflow', 'checkout.lock');
  makeFolders(dirname(file));
  try {
    const lock = await acquireLock(file, localProcesses(), sessionId);
    return { warnings: async () => [], leave: async () => lock.release() };
  } catch (error) {
    throw error instanceof StateError && error.holder ? locked(error.holder, file) : error;
  }
}

function locked({ pid, host, about }: NonNullable<StateError['holder']>, file: string): CliError {
  const isHere = host === localProcesses().host;
  const who = about === undefined ? 'Another session' : `Session ${about}`;
  const where = isHere ? `process ${pid}` : `process ${pid} on "${host}"`;
  const message = `${who} (${where}) works in this folder, and both may change its files.`;
  const hint = [
    'Wait until it has ended, or run in a folder of its own with --worktree.',
    'A workflow that changes no files says so with "mutates_checkout: false".',
    ...(isHere ? [] : [`If that process is gone, remove ${file}.`]),
  ].join('\n');
  return new CliError(message, { code: 'checkout-locked', exitCode: EXIT_CODES.FAILED, hint });
}

const MOST_NAMED = 5;

async function watchFolder(cwd: string): Promise<CheckoutStay> {
  const files = await TrackedFiles.remember(cwd);
  return {
    warnings: async () => {
      const changed = (await files?.changed()) ?? [];
      if (changed.length === 0) return [];
      const more = changed.length > MOST_NAMED ? ', …' : '';
      const named = `${changed.slice(0, MOST_NAMED).join(', ')}${more}`;
      const message = `The workflow says "mutates_checkout: false", but ${count(changed.length, 'tracked file')} changed: ${named}`;
      return [{ code: 'checkout-changed', message }];
    },
    leave: async () => files?.forget(),
  };
}
