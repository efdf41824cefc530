import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

/** The folder a command works in: that of `--cwd`, or the one it is called in. */
export function workingFolder(cwd = '.'): string {
  const folder = resolve(cwd);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new CliError(`--cwd: there is no folder ${folder}.`, { code: 'usage', exitCode: EXIT_CODES.USAGE });
}
