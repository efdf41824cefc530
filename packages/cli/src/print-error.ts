import type { CliError } from './cli-error.js';
import { plainText } from './sessions/text-layout.js';
import { wantsColor } from './wants-color.js';

const RED = 31;
const CYAN = 36;

/** As text to stderr, or as one JSON document to stdout. */
export function printError(error: CliError, asJson: boolean): void {
  if (asJson) process.stdout.write(`${JSON.stringify(errorDocument(error))}\n`);
  else process.stderr.write(formatError(error, wantsColor(process.stderr)));
  if (error.code === 'internal' && debugging()) process.stderr.write(`${stackOf(error)}\n`);
}

/** The document of an error under `--json`; what is not known is left out. */
export function errorDocument(error: CliError) {
  const { code, message, file, line, column, hint } = error;
  return { error: { code, message, file, line, column, hint } };
}

export function formatError(error: CliError, color: boolean): string {
  // Not styleText of node:util: it looks at stdout, and this text goes to stderr.
  const paint = (sgr: number, text: string) => (color ? `\u001b[${sgr}m${text}\u001b[39m` : text);
  const label = error.code === 'internal' ? 'internal error:' : 'error:';
  const hints = error.hint === undefined ? [] : plainText(error.hint).split('\n');
  return [
    `${paint(RED, label)} ${plainText(`${place(error)}${error.message}`)}`,
    ...hints.map((hint) => `${paint(CYAN, 'hint:')} ${hint}`),
    '',
  ].join('\n');
}

function place({ file, line, column }: CliError): string {
  if (file === undefined) return '';
  return `${[file, line, column].filter((part) => part !== undefined).join(':')}  `;
}

function debugging(): boolean {
  return Boolean(process.env.DEBUG) || ['1', 'true'].includes(process.env.AGENTFLOW_DEBUG ?? '');
}

function stackOf({ cause, stack }: CliError): string | undefined {
  return cause instanceof Error ? cause.stack : stack;
}
