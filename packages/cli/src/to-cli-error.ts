import { ModuleLoadError } from '@oclif/core/errors';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import { loadedTitles } from './plugins/loaded-plugins.js';
import { explainStateError, isStateError } from './state-errors.js';
import { plainText, usageError, usageHint } from './usage-error.js';

/** Everything that can be thrown, as the error that is shown: what a command explained, wrong usage, or a bug. */
export function toCliError(error: unknown, commandId?: string): CliError {
  const isBadFlagValue = error instanceof Error && error.message.startsWith('Parsing --');
  if (error instanceof CliError) return isBadFlagValue ? withoutFrame(error, commandId) : error;
  if (isStateError(error)) return explainStateError(error);
  if (isOfLostFolder(error)) return lostFolder(error);
  if (error instanceof ModuleLoadError) return internalError(error);
  if (isOfOclif(error) || isBadFlagValue) return usageError(error, commandId);
  return internalError(error);
}

/** What Node throws for every relative path when the working folder is gone. */
function isOfLostFolder(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'uv_cwd';
}

function lostFolder(cause: unknown): CliError {
  return new CliError('The folder that this command was called in does not exist any more.', {
    code: 'no-folder',
    exitCode: EXIT_CODES.USAGE,
    hint: 'Go to a folder that exists, such as your home: cd',
    cause,
  });
}

/** By its mark and not by its class: the commands that come with oclif have a copy of its library of their own. */
function isOfOclif(error: unknown): error is Error {
  return error instanceof Error && 'oclif' in error;
}

/** oclif writes its own words around the message of whatever the parser of a flag throws. */
function withoutFrame(error: CliError, commandId: string | undefined): CliError {
  return new CliError(plainText(error.message), { ...error, hint: error.hint ?? usageHint(commandId) });
}

function internalError(error: unknown): CliError {
  return new CliError(error instanceof Error ? error.message : String(error), {
    code: 'internal',
    exitCode: EXIT_CODES.FAILED,
    hint: `This is a bug in ${suspects()}; please report it. AGENTFLOW_DEBUG=1 shows where it happened.`,
    cause: error,
  });
}

function suspects(): string {
  return ['AgentFlow', ...loadedTitles()].join(' or in ');
}
