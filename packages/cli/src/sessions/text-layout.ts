import { stripVTControlCharacters } from 'node:util';

/** Below this width texts do not stand in columns any more. */
export const NARROW = 50;

/** Columns that a text for this stream may take; no limit where a program reads it, unless COLUMNS says so. */
export function widthOf(stream: { columns?: number }, environment: NodeJS.ProcessEnv = process.env): number {
  const width = stream.columns || Number(environment.COLUMNS);
  return width > 0 ? width : Number.POSITIVE_INFINITY;
}

/** A text that somebody else wrote, without anything that a terminal would act on; line breaks and tabs stay. */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}

/** The same in one line, for names and the cells of tables. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s*[\t\n]\s*/g, ' ');
}

/** A line as it is where it fits, else broken between words with the following lines indented. Colours take no room. */
export function wrap(line: string, width: number, indent: number): string[] {
  if (visibleLength(line) <= width) return [line.trimEnd()];
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  let current = /^ */.exec(line)?.[0] ?? '';
  let isEmpty = true;
  for (const word of line.split(' ').filter(Boolean)) {
    if (!isEmpty && visibleLength(current) + 1 + visibleLength(word) > width) {
      lines.push(current);
      [current, isEmpty] = [margin, true];
    }
    current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current];
}

/** A text behind a prefix, in a column of its own where it takes several lines. */
export function hang(prefix: string, text: string, width: number): string[] {
  const margin = visibleLength(prefix);
  const lines = text.split('\n').flatMap((line) => wrap(line, width - margin, 0));
  return lines.map((line, index) => (index === 0 ? prefix : ' '.repeat(margin)) + line);
}

/** Each line of a text on its own, indented. */
export function paragraph(text: string, width: number, indent: number): string[] {
  const margin = ' '.repeat(indent);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => wrap(`${margin}${line.trimEnd()}`, width, indent));
}

export function visibleLength(text: string): number {
  return text.includes('\x1b') ? stripVTControlCharacters(text).length : text.length;
}

/** An argument as a shell takes it literally. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
