import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';

/** A plugin that cannot be used: which, why, and what to do. */
export class PluginError extends CliError {
  constructor(message: string, hint: string) {
    super(message, { code: 'broken-plugin', exitCode: EXIT_CODES.PLUGIN, hint });
  }
}
