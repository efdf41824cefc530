import type { BashCursor } from './cursor.js';
import type { Conversion, Range, Site } from './site.js';

/** Reads what may have to stand in double quotes as a whole, from `start` on; it does when references are directly in it. */
export function convert(cursor: BashCursor, start: number, read: () => void): void {
  const outer = cursor.conversion;
  if (outer?.depth === cursor.depth) return read();
  const conversion: Conversion = {
    depth: cursor.depth,
    sites: [],
    inSingleQuotes: [],
    edits: [],
    hasAnsiQuotes: false,
  };
  cursor.conversion = conversion;
  replace(cursor, { start, end: start }, '"');
  read();
  const isClosed = cursor.position <= cursor.end;
  if (isClosed) replace(cursor, { start: cursor.position, end: cursor.position }, '"');
  cursor.conversion = outer;
  if (isClosed) cursor.found.conversions.push(conversion);
}

/** Reads what keeps its quotes also inside double quotes, such as a pattern. */
export function keepQuotes(cursor: BashCursor, read: () => void): void {
  const outer = cursor.conversion;
  cursor.conversion = undefined;
  read();
  cursor.conversion = outer;
}

/** Writes a text that was read in single quotes in double quotes. */
export function convertSingleQuotes(cursor: BashCursor, range: Range, sites: readonly Site[]): void {
  if (cursor.conversion?.depth !== cursor.depth || range.end > cursor.end) return;
  cursor.conversion.inSingleQuotes.push(...sites);
  let { start } = range;
  for (const { position, token } of sites) {
    replaceText(cursor, { start, end: position }, range);
    start = position + token.text.length + (token.escaped ? 1 : 0);
  }
  replaceText(cursor, { start, end: range.end }, range);
}

/** Writes the character after a backslash in double quotes. */
export function convertBackslash(cursor: BashCursor, start: number): void {
  const character = cursor.text[start + 1];
  if (character === undefined || character === '\n') return;
  replace(cursor, { start, end: start + 2 }, `"${inDoubleQuotes(character)}"`);
}

/** Inside double quotes a tilde is no home folder. */
export function convertTilde(cursor: BashCursor, position: number): void {
  if (/^~[/}]/.test(cursor.text.slice(position, position + 2)))
    replace(cursor, { start: position, end: position + 1 }, '${HOME}');
}

function replaceText(cursor: BashCursor, part: Range, { start, end }: Range): void {
  const text = cursor.text.slice(Math.max(part.start, start + 1), Math.min(part.end, end - 1));
  const quote = (isHere: boolean): string => (isHere ? '"' : '');
  replace(cursor, part, quote(part.start === start) + inDoubleQuotes(text) + quote(part.end === end));
}

function replace(cursor: BashCursor, { start, end }: Range, text: string): void {
  const { backticks, conversion, depth } = cursor;
  if (conversion?.depth !== depth) return;
  const whole = { start: cursor.wholeEnd(start), end: cursor.wholeEnd(end) };
  conversion.edits.push({ ...whole, text, backticks });
}

function inDoubleQuotes(text: string): string {
  return text.replace(/["$`\\]/g, '\\$&');
}
