import { Scalar } from 'yaml';

/** How many characters lie between two places that are kept. */
const STEP = 1024;

/** A character of the value, and where it stands in the text. */
interface Mark {
  readonly index: number;
  readonly position: number;
  readonly atLineStart: boolean;
}

/**
 * Tells where in the text the characters of a scalar's value stand. Walks value and text side by side: what YAML
 * dropped or folded (indentation, doubled quotes, line breaks) is skipped in the text. Places on the way are kept, so
 * that a thousand questions about a long text cost one walk.
 */
export class ScalarOffsets {
  readonly #text: string;
  readonly #value: string;
  readonly #end: number;
  readonly #isBlock: boolean;
  readonly #isDouble: boolean;
  readonly #indent: number;
  readonly #marks: Mark[];

  constructor(text: string, scalar: Scalar, value: string) {
    const [start, end] = scalar.range ?? [0, 0];
    this.#text = text;
    this.#value = value;
    this.#end = end;
    this.#isBlock = scalar.type === Scalar.BLOCK_LITERAL || scalar.type === Scalar.BLOCK_FOLDED;
    this.#isDouble = scalar.type === Scalar.QUOTE_DOUBLE;
    const isQuoted = this.#isDouble || scalar.type === Scalar.QUOTE_SINGLE;
    const position = this.#isBlock ? text.indexOf('\n', start) + 1 : start + (isQuoted ? 1 : 0);
    this.#indent = this.#isBlock ? indentOf(text.slice(position, end)) - indentOf(value) : 0;
    this.#marks = [{ index: 0, position, atLineStart: this.#isBlock }];
  }

  /** Where the character at `offset` of the value stands. */
  find(offset: number): number {
    const known = Math.min(Math.floor(offset / STEP), this.#marks.length - 1);
    let { index, position, atLineStart } = this.#marks[known] as Mark;
    while (position < this.#end) {
      if (atLineStart) position = skipIndent(this.#text, position, this.#indent);
      position = align(
        this.#text,
        { from: position, end: this.#end, isDouble: this.#isDouble },
        this.#value[index] ?? '',
      );
      if (index >= offset) return position;
      atLineStart = this.#isBlock && this.#text[position] === '\n';
      const escaped = this.#isDouble ? escapeAt(this.#text, position) : undefined;
      index += escaped?.units ?? 1;
      position += escaped?.length ?? 1;
      // An escape may stand for two characters, so a mark can lie one behind its multiple.
      if (index >= this.#marks.length * STEP) this.#marks.push({ index, position, atLineStart });
    }
    return Math.min(position, this.#end);
  }
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
  if (text[position] !== '\\') return undefined;
  ESCAPE.lastIndex = position;
  const match = ESCAPE.exec(text);
  if (!match) return undefined;
  return { length: match[0].length, units: Number.parseInt(match[1] ?? '0', 16) > 0xffff ? 2 : 1 };
}
