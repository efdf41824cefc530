import type { ExitCode } from './exit-codes.js';

export interface CliErrorDetails {
  /** Kebab-case, stable: scripts read it. */
  code: string;
  exitCode: ExitCode;
  /** What to do next; one hint per line. */
  hint?: string | undefined;
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  cause?: unknown;
}

/** Trouble that a command explains to the person who called it. The message does not repeat the place. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, details: CliErrorDetails) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.exitCode = details.exitCode;
    this.hint = details.hint;
    this.file = details.file;
    this.line = details.line;
    this.column = details.column;
  }
}
