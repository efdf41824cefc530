import type { Diagnostic } from '@agentflow/plugin-sdk';
import { textWidth } from '../output/text-width.js';

/** Colours a part of a diagnostic; the identity for plain text. */
export interface Paint {
  place(text: string): string;
  error(text: string): string;
  warning(text: string): string;
  dim(text: string): string;
  good(text: string): string;
}

/** Leaves every part as it is: for files and pipes. */
export const PLAIN: Paint = {
  place: (text) => text,
  error: (text) => text,
  warning: (text) => text,
  dim: (text) => text,
  good: (text) => text,
};

const MAX_FRAME_WIDTH = 110;

/** Diagnostics of one file, each with a code frame of its line and a hint, ready to print. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], text: string, paint: Paint = PLAIN): string[] {
  const lines = text.split('\n');
  return diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, lines, paint));
}

function formatDiagnostic(diagnostic: Diagnostic, source: readonly string[], paint: Paint): string {
  const { file, line, column, severity, message, hint } = diagnostic;
  const mark = severity === 'warning' ? `${paint.warning('warning')} ` : '';
  const lines = [`${paint.place(`${inLine(file)}:${line}:${column}`)}  ${mark}${inLine(message)}`];
  lines.push(...codeFrame(diagnostic, source[line - 1]?.replace(/\r$/, ''), paint));
  if (hint) lines.push(`    ${paint.dim('hint:')} ${inLine(hint)}`);
  return lines.join('\n');
}

function codeFrame({ line, column, length, severity }: Diagnostic, source: string | undefined, paint: Paint): string[] {
  if (source === undefined || source.trim() === '') return [];
  const from = column > MAX_FRAME_WIDTH - 20 ? column - 40 : 0;
  const shown = printable(source.slice(from, from + MAX_FRAME_WIDTH));
  const gutter = `${String(line).padStart(5)} | `;
  const start = column - 1 - from;
  const [before, marked] = [shown.slice(0, start), shown.slice(start, start + length).replaceAll('\t', ' ')];
  const underline = '^'.repeat(Math.max(1, textWidth(marked)));
  const squiggle = severity === 'warning' ? paint.warning(underline) : paint.error(underline);
  return [
    `${paint.dim(gutter)}${shown}`,
    `${' '.repeat(gutter.length)}${before.replace(/[^\t]+/g, blanks)}${squiggle}`,
  ];
}

/** As wide as the text: a mark below wide characters stands where a terminal shows them. */
function blanks(text: string): string {
  return ' '.repeat(textWidth(text));
}

/** What a file says may hold line breaks, too; a further line never looks like the first of a diagnostic. */
function inLine(text: string): string {
  return printable(text).replaceAll('\n', '\n    ');
}

/** A file may hold anything; the terminal gets no control character from it. */
function printable(line: string): string {
  return line.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '�');
}
