import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import { reportError } from './report-error.js';
import { unknownCommand } from './unknown-command.js';

export interface StartErrorContext {
  readonly argv: string[];
  /** The commands to suggest from. */
  commandIds(): Promise<string[]>;
}

/** Reports what ended AgentFlow outside of our own commands: an unknown command, a command of oclif's, a broken start. */
export async function reportStartError(error: unknown, { argv, commandIds }: StartErrorContext): Promise<void> {
  const name = unknownName(error);
  reportError(name === undefined ? error : unknownCommand(name, await commandIds()), { argv });
}

/** Reports that stdout or stderr took no more, as on a full disk; always as text, since JSON would go to stdout. */
export function reportOutputError({ message }: Error): void {
  const error = new CliError(`Cannot write the output: ${message}`, { code: 'output', exitCode: EXIT_CODES.FAILED });
  reportError(error, { argv: [] });
}

/** oclif marks an unknown command only by the text of its error; of `vlidate --help` it says "Command", else "command". */
function unknownName(error: unknown): string | undefined {
  return error instanceof Error ? /^command (.+) not found\.?$/i.exec(error.message)?.[1] : undefined;
}
