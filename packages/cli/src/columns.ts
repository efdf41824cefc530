import { textWidth } from '@agentflow/core';
import { plainLine } from './sessions/text-layout.js';

/** Rows of text, whoever wrote it, as aligned columns, the last one ragged. */
export function columns(table: readonly (readonly string[])[]): string {
  const rows = table.map((row) => row.map(plainLine));
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, textWidth(cell));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - textWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
