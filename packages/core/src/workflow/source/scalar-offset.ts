import { Scalar } from 'yaml';

/**
 * Where in the text the character at `offset` of a scalar's value stands. Walks value and text side by side:
 * what YAML dropped or folded (indentation, doubled quotes, line breaks) is skipped in the text.
 */
export function offsetInScalar(text: string, scalar: Scalar, value: string, offset: number): number {
  const [start, end] = scalar.range ?? [0, 0];
  const isBlock = scalar.type === Scalar.BLOCK_LITERAL || scalar.type === Scalar.BLOCK_FOLDED;
  const isDouble = scalar.type === Scalar.QUOTE_DOUBLE;
  const isQuoted = isDouble || scalar.type === Scalar.QUOTE_SINGLE;
  let position = isBlock ? text.indexOf('\n', start) + 1 : start + (isQuoted ? 1 : 0);
  const indent = isBlock ? indentOf(text.slice(position, end)) - indentOf(value) : 0;
  let atLineStart = isBlock;
  for (let index = 0; position < end; ) {
    if (atLineStart) position = skipIndent(text, position, indent);
    position = align(text, { from: position, end, isDouble }, value[index] ?? '');
    if (index >= offset) return position;
    atLineStart = isBlock && text[position] === '\n';
    const escaped = isDouble ? escapeAt(text, position) : undefined;
    index += escaped?.units ?? 1;
    position += escaped?.length ?? 1;
  }
  return Math.min(position, end);
}

/** The indentation of the first line that has more than white space. */
function indentOf(text: string): number {
  const first = /^[ \t]*(?=[^\s])/m.exec(text);
  return first?.[0].length ?? 0;
}

function skipIndent(text: string, position: number, indent: number): number {
  let next = position;
  while (next < position + indent && text[next] === ' ') next++;
  return next;
}

/** The next place at which `character` can stand; a folded line break stands for a space, an escape for anything. */
function align(
  text: string,
  { from, end, isDouble }: { from: number; end: number; isDouble: boolean },
  character: string,
): number {
  for (let next = from; next < end; next++) {
    const found = text[next] as string;
    if (found === character || (character === ' ' && found === '\n')) return next;
    const isEscape = isDouble && found === '\\';
    if (isEscape && escapeAt(text, next)) return next;
    if (!isEscape && !SKIPPABLE.has(found)) return from;
  }
  return from;
}

const SKIPPABLE = new Set([' ', '\t', '\r', '\n', "'"]);
const ESCAPE = /\\(?:x..|u.{4}|U(.{8})|[^xuU\r\n])/y;

/** An escape sequence in double quotes: how long it is, and how many UTF-16 units it stands for. */
function escapeAt(text: string, position: number): { length: number; units: number } | undefined {
  ESCAPE.lastIndex = position;
  const match = ESCAPE.exec(text);
  if (!match) return undefined;
  return { length: match[0].length, units: Number.parseInt(match[1] ?? '0', 16) > 0xffff ? 2 : 1 };
}
