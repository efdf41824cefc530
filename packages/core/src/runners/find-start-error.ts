import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PtyRequest } from './pty-process.js';
import type { StartError } from './runner.js';
import { findMissingFolder, toStartError } from './start-error.js';

/**
 * Why a process could not be started in a terminal, found out beforehand: in a terminal the system's
 * answer would only be a line of output and exit code 1.
 */
export function findStartError(request: PtyRequest): StartError | null {
  const { command, args, env, cwd } = request;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const strings = [command, ...args, ...variables];
  if ([...strings, cwd].some((text) => text.includes('\0'))) return toStartError('ERR_INVALID_ARG_VALUE', request);
  const sizes = strings.map((text) => Buffer.byteLength(text) + 1);
  const total = sizes.reduce((sum, size) => sum + size + POINTER_BYTES, 0);
  if (total > LONGEST_TOTAL || sizes.some((size) => size > LONGEST_STRING)) return toStartError('E2BIG', request);
  const code = findProgram(request);
  return code === null ? findMissingFolder(request) : toStartError(code, request);
}

/** Limits of Linux for one string and, with the usual stack of 8 MB, for all together. */
const LONGEST_STRING = 128 * 1024;
const LONGEST_TOTAL = 2 * 1024 * 1024;
const POINTER_BYTES = 8;

function findProgram({ command, env, cwd }: PtyRequest): 'ENOENT' | 'EACCES' | null {
  const folders = command.includes('/') ? [''] : (env.PATH ?? DEFAULT_PATH).split(':');
  let code: 'ENOENT' | 'EACCES' = 'ENOENT';
  for (const folder of folders) {
    const path = resolve(cwd, folder, command);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    if (isExecutable(path)) return null;
    code = 'EACCES';
  }
  return code;
}

const DEFAULT_PATH = '/bin:/usr/bin';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
