import { ExitError } from '@oclif/core/errors';
import { asksForJson } from './asks-for-json.js';
import { printError } from './print-error.js';
import { toCliError } from './to-cli-error.js';

/** Shows an error and sets the exit code; the process ends by itself, so that no output is cut off. */
export function reportError(
  error: unknown,
  context: { argv: readonly string[]; commandId?: string | undefined },
): void {
  // How oclif's `this.exit(code)` leaves a command: nothing went wrong.
  if (error instanceof ExitError) {
    process.exitCode = error.oclif.exit ?? 0;
    return;
  }
  const shown = toCliError(error, context.commandId);
  printError(shown, asksForJson(context.argv));
  process.exitCode = shown.exitCode;
}
