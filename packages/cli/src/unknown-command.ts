import { suggest } from '@agentflow/core/suggest';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';

/**
 * The error for a command that does not exist. oclif joins everything up to the first flag with colons, arguments too:
 * `vlidate flow.yaml` arrives as `vlidate:flow.yaml`.
 */
export function unknownCommand(id: string, commandIds: readonly string[]): CliError {
  const written = id.split(':');
  const known = ['--help', '--version', ...commandIds].map((commandId) => commandId.split(/[: ]/));
  const meant = nearestCommand(written, known);
  const isSuggestion = meant.some((word, index) => word !== written[index]);
  if (id.startsWith('--') && !isSuggestion) return flagBeforeCommand(id);
  const name = written.slice(0, isSuggestion ? meant.length : meant.length + 1).join(' ');
  const question = isSuggestion ? ` Did you mean "${meant.join(' ')}"?` : '';
  return new CliError(`"${name}" is not an agentflow command.${question}`, {
    code: 'unknown-command',
    exitCode: EXIT_CODES.USAGE,
    hint: 'agentflow --help lists the commands',
  });
}

function flagBeforeCommand(flag: string): CliError {
  return new CliError(`The flag "${flag}" stands where the command has to be.`, {
    code: 'unknown-command',
    exitCode: EXIT_CODES.USAGE,
    hint: `Write it behind the command: agentflow COMMAND ${flag}`,
  });
}

/** Walks down the known commands word by word, as far as the written words are known or near a known one. */
function nearestCommand(written: readonly string[], known: readonly string[][]): string[] {
  const path: string[] = [];
  for (const word of written) {
    const depth = path.length;
    const below = known.filter((words) => path.every((step, index) => step === words[index]));
    const options = below.map((words) => words[depth]).filter((option) => option !== undefined);
    const next = options.includes(word) ? word : suggest(word, options);
    if (next === undefined) break;
    path.push(next);
  }
  return path;
}
