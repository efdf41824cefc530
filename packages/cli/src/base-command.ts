import { Command } from '@oclif/core/command';
import { boolean, help } from '@oclif/core/flags';
import { asksForJson } from './asks-for-json.js';
import { reportError } from './report-error.js';

/**
 * What every command of ours inherits: `--json`, `--help`, stdout for data, stderr for talk, and one form of errors.
 * oclif's own `enableJsonFlag` is not used: it exits with 1 whatever exit code an error asks for (oclif/core#1423).
 */
export abstract class BaseCommand extends Command {
  static override baseFlags = {
    // First, because oclif's help loses the indentation of a first flag without a short form.
    help: help({ char: 'h', description: 'Show this help.', helpGroup: 'GLOBAL' }),
    json: boolean({ description: 'Print JSON on stdout.', helpGroup: 'GLOBAL' }),
  };

  /** Whether `--json` was given; known before the arguments are parsed. */
  protected get asksForJson(): boolean {
    return asksForJson(this.argv);
  }

  /** Data, to stdout; ends the last line if the text does not. */
  protected printData(text: string): void {
    process.stdout.write(endLine(text));
  }

  /** One JSON document on one line, to stdout. */
  protected printJson(value: unknown): void {
    process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** Anything for a person to read beside the data, to stderr. */
  protected talk(text: string): void {
    process.stderr.write(endLine(text));
  }

  protected override async init(): Promise<void> {
    await super.init();
    // oclif would fill a missing argument from a piped stdin: `echo x | agentflow status` must not look for a session x.
    for (const argument of Object.values(this.ctor.args)) argument.ignoreStdin = true;
  }

  protected override async catch(error: unknown): Promise<void> {
    // Where NODE_ENV is test or development, oclif would warn that a command with a parse error parsed nothing.
    this.parsed = true;
    reportError(error, { argv: this.argv, commandId: this.id });
  }
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
