import { Config } from '@oclif/core/config';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import { reportError } from './report-error.js';
import { unknownCommand } from './unknown-command.js';

/** Reports what ended AgentFlow outside of our own commands: an unknown command, a command of oclif's, a broken start. */
export async function reportStartError(error: unknown, context: { argv: string[]; root: string }): Promise<void> {
  const subject = unknownHelpSubject(error);
  const { argv, root } = context;
  reportError(subject === undefined ? error : unknownCommand(subject, await visibleCommands(root)), { argv });
}

/** Reports that stdout or stderr took no more, as on a full disk; always as text, since JSON would go to stdout. */
export function reportOutputError({ message }: Error): void {
  const error = new CliError(`Cannot write the output: ${message}`, { code: 'output', exitCode: EXIT_CODES.FAILED });
  reportError(error, { argv: [] });
}

/** `agentflow vlidate --help` does not reach the command-not-found hook: oclif's help throws, marked only by its text. */
function unknownHelpSubject(error: unknown): string | undefined {
  return error instanceof Error ? /^Command (.+) not found\.$/.exec(error.message)?.[1] : undefined;
}

async function visibleCommands(root: string): Promise<string[]> {
  const config = await Config.load(root);
  return config.commands.filter((command) => !command.hidden).map((command) => command.id);
}
