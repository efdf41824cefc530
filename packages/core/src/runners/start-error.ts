import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StartError } from './runner.js';

/** The process that was to be started. */
export interface StartRequest {
  readonly command: string;
  readonly cwd: string;
}

/** Says in plain words why a process could not start. */
export function toStartError(code: string, request: StartRequest): StartError {
  // The system reports a missing folder as if the program were missing.
  const missingFolder = findMissingFolder(request);
  if (missingFolder) return missingFolder;
  const { command } = request;
  switch (code) {
    case 'ENOENT':
      return { code, message: missingProgram(request) };
    case 'EACCES':
      return { code, message: `The program "${command}" may not be executed.` };
    case 'E2BIG':
      return { code, message: `The arguments and environment of "${command}" are too long for the operating system.` };
    case 'ERR_INVALID_ARG_VALUE':
      return {
        code,
        message: `The arguments or environment of "${command.replaceAll('\0', '')}" contain a NUL character.`,
      };
    case 'EAGAIN':
      return { code, message: `The operating system allows no more processes now, so "${command}" could not start.` };
    case 'EMFILE':
    case 'ENFILE':
      return { code, message: `Too many files are open, so "${command}" could not start.` };
    default:
      return { code, message: `The program "${command}" could not start (${code}).` };
  }
}

export function findMissingFolder({ cwd }: StartRequest): StartError | null {
  const exists = !cwd.includes('\0') && statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
  return exists ? null : { code: 'missing-folder', message: `The folder "${cwd}" does not exist.` };
}

function missingProgram({ command, cwd }: StartRequest): string {
  if (!command.includes('/')) return `The program "${command}" is not on the PATH.`;
  return existsSync(resolve(cwd, command))
    ? `The interpreter named in the first line of "${command}" does not exist.`
    : `The program "${command}" does not exist.`;
}
