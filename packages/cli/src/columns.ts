import { plainText } from './sessions/text-layout.js';

/** Rows of text as aligned columns, the last one ragged. What a terminal would act on is left out. */
export function columns(texts: readonly (readonly string[])[]): string {
  const rows = texts.map((row) => row.map(plainText));
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
