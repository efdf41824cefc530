import { stripVTControlCharacters } from 'node:util';
import { suggest } from '@agentflow/core/suggest';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

/** What oclif's parse errors carry beside their text; oclif does not export their classes. */
interface ParseError extends Error {
  args?: { name: string; description?: string }[] | string[];
  flags?: string[];
  parse?: { input?: { flags: Record<string, { char?: string }> } };
}

/** An error of oclif's parser in our words. `commandId` is undefined where the command is not known. */
export function usageError(error: ParseError, commandId: string | undefined): CliError {
  return new CliError(explain(error), {
    code: 'usage',
    exitCode: EXIT_CODES.USAGE,
    hint: usageHint(commandId),
    cause: error,
  });
}

export function usageHint(commandId: string | undefined): string {
  if (commandId === undefined) return 'agentflow --help lists the commands';
  return `agentflow ${commandId.replaceAll(':', ' ')} --help shows its usage`;
}

function explain(error: ParseError): string {
  switch (error.constructor.name) {
    case 'NonExistentFlagsError':
      return unknownFlags(error.flags ?? [], Object.keys(error.parse?.input?.flags ?? {}));
    case 'RequiredArgsError':
      return missingArguments(error.args ?? []);
    case 'UnexpectedArgsError':
      return `Unexpected ${plural('argument', error.args ?? [])}: ${error.args?.join(' ')}`;
    default:
      return plainText(error.message);
  }
}

function unknownFlags(written: readonly string[], known: readonly string[]): string {
  const names = written.map((flag) => flag.replace(/=.*/s, ''));
  const meant = names
    .map((name) =>
      suggest(
        name,
        known.map((flag) => `--${flag}`),
      ),
    )
    .filter((flag) => flag !== undefined);
  const question = meant.length === 0 ? '' : ` Did you mean ${meant.join(' ')}?`;
  return `Unknown ${plural('flag', names)} ${names.join(' ')}.${question}`;
}

function missingArguments(missing: NonNullable<ParseError['args']>): string {
  const names = missing.map((argument) => (typeof argument === 'string' ? argument : argument.name).toUpperCase());
  return `Missing ${plural('argument', names)} ${names.join(' ')}.`;
}

function plural(noun: string, items: readonly unknown[]): string {
  return items.length === 1 ? noun : `${noun}s`;
}

/** Without oclif's frame: its dim colour, its introduction and its own pointer to the help. */
export function plainText(message: string): string {
  return stripVTControlCharacters(message)
    .replace(/\nSee more help with --help$/, '')
    .replace(/^The following errors? occurred:\s*/, '')
    .replace(/^Parsing (--\S+) \n\t/, '$1: ')
    .replace(/\n\s*/g, '; ');
}
