import { Scalar } from 'yaml';

/**
 * Where in the text the character at `offset` of a scalar's value stands. Walks value and text side by side:
 * what YAML dropped or folded (indentation, quotes, line breaks, escapes) is skipped in the text.
 */
export function offsetInScalar(text: string, scalar: Scalar, value: string, offset: number): number {
  const [start, end] = scalar.range ?? [0, 0];
  const isBlock = scalar.type === Scalar.BLOCK_LITERAL || scalar.type === Scalar.BLOCK_FOLDED;
  let position = isBlock ? text.indexOf('\n', start) + 1 : start;
  const indent = isBlock ? indentOf(text, position, end) : 0;
  let atLineStart = isBlock;
  for (let index = 0; position < end; index++) {
    if (atLineStart) {
      position = skipIndent(text, position, indent);
      atLineStart = false;
    }
    position = align(text, position, end, value[index] ?? '');
    if (index >= offset) return position;
    if (isBlock && text[position] === '\n') atLineStart = true;
    position++;
  }
  return Math.min(position, end);
}

function indentOf(text: string, from: number, end: number): number {
  for (let position = from; position < end; ) {
    const lineEnd = text.indexOf('\n', position);
    const line = text.slice(position, lineEnd === -1 ? end : lineEnd);
    const indent = line.search(/\S/);
    if (indent >= 0) return indent;
    position += line.length + 1;
  }
  return 0;
}

function skipIndent(text: string, position: number, indent: number): number {
  let next = position;
  while (next < position + indent && text[next] === ' ') next++;
  return next;
}

/** The next place at which `character` can stand; a folded line break stands for a space. */
function align(text: string, position: number, end: number, character: string): number {
  for (let next = position; next < end; next++) {
    const found = text[next];
    if (found === character || (character === ' ' && found === '\n')) return next;
    if (!SKIPPABLE.has(found ?? '')) return position;
  }
  return position;
}

const SKIPPABLE = new Set([' ', '\t', '\r', '\n', '"', "'", '\\']);
