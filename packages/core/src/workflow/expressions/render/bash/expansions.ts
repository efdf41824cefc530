import type { ReferenceToken } from '../../references.js';
import { convert, convertBackslash, convertSingleQuotes, convertTilde, keepQuotes } from './conversion.js';
import type { BashCursor } from './cursor.js';
import type { Site } from './site.js';
import { raise } from './texts.js';

/** Passes a 'text'. */
function readSingleQuotes(cursor: BashCursor): void {
  const start = cursor.position;
  const sites: Site[] = [];
  cursor.position += 1;
  while (!cursor.atEnd && cursor.current !== "'") {
    const site = cursor.takeReference('single');
    if (site) sites.push(site);
    else cursor.position += 1;
  }
  cursor.position += 1;
  convertSingleQuotes(cursor, { start, end: cursor.position }, sites);
}

/** Passes a "text"; in arithmetic only numbers may stand in it. */
function readDoubleQuotes(cursor: BashCursor, inArithmetic = false): void {
  cursor.position += 1;
  while (!cursor.atEnd && cursor.current !== '"') readQuotedCharacter(cursor, inArithmetic);
  cursor.position += 1;
}

/** Passes the body of a here-document. */
export function readDocumentBody(cursor: BashCursor): void {
  while (!cursor.atEnd) readQuotedCharacter(cursor, false);
}

/** Passes what a `$` begins; `double` when it stands in double quotes or in a here-document. */
function readDollar(cursor: BashCursor, quoting: 'bare' | 'double' | 'arithmetic'): void {
  if (cursor.startsWith('$((') && isArithmetic(cursor, cursor.position + 1)) return readDoubleParentheses(cursor, 3);
  if (cursor.startsWith('$(')) return readCommandSubstitution(cursor);
  if (cursor.startsWith('${')) return cursor.nest(() => readParameter(cursor, quoting));
  if (cursor.startsWith('$[')) {
    cursor.position += 1;
    return readSubscript(cursor);
  }
  if (quoting === 'bare' && cursor.startsWith("$'")) return readAnsiQuotes(cursor);
  cursor.position += 1;
  if (cursor.takeReference(quoting, quoting === 'arithmetic' ? 'integer' : 'any', '$')) return;
  if (/[#$!?*@-]/.test(cursor.current)) cursor.position += 1;
}

/** Passes `( … )` after a `$`, `<` or `>`. */
export function readCommandSubstitution(cursor: BashCursor): void {
  cursor.position += 2;
  cursor.commands(')');
  cursor.position += 1;
}

/** Whether the parentheses that open at `start` are those of arithmetic, which close together. */
export function isArithmetic(cursor: BashCursor, start: number): boolean {
  let depth = 0;
  for (let position = start; position < cursor.end; position += 1) {
    const character = cursor.text[position];
    if (character === '\\') position += 1;
    else if (character === '"' || character === "'") position = closingQuote(cursor, position, character);
    else if (character === '(') depth += 1;
    else if (character === ')' && --depth === 1) return cursor.text[position + 1] === ')';
  }
  return false;
}

/** Passes `(( … ))`; `opening` counts the characters before the expression. */
export function readDoubleParentheses(cursor: BashCursor, opening: 2 | 3): void {
  cursor.position += opening;
  cursor.nest(() => readArithmetic(cursor, ')'));
  cursor.position += 2;
}

/** Passes `[ … ]`, in which bash calculates, unless it is a key of the associative array `name`. */
export function readSubscript(cursor: BashCursor, name = ''): void {
  cursor.position += 1;
  cursor.nest(() => (cursor.associative.has(name) ? readKey(cursor) : readArithmetic(cursor, ']')));
  cursor.position += 1;
}

function readKey(cursor: BashCursor): void {
  const first = cursor.found.sites.length;
  keepQuotes(cursor, () => {
    for (let depth = 0; !cursor.atEnd && (cursor.current !== ']' || depth > 0); ) {
      if (cursor.current === '[') depth += 1;
      if (cursor.current === ']') depth -= 1;
      readUnquotedCharacter(cursor);
    }
  });
  raise(cursor.sitesSince(first), 'key');
}

/** Passes an arithmetic expression up to its closing character. */
function readArithmetic(cursor: BashCursor, closing: ')' | ']' | '}'): void {
  const opening = { ')': '(', ']': '[', '}': '{' }[closing];
  const first = cursor.found.sites.length;
  let depth = 0;
  while (!cursor.atEnd) {
    const { current } = cursor;
    if (current === closing && depth === 0) break;
    if (cursor.takeReference('arithmetic', 'integer')) continue;
    if (current === opening) depth += 1;
    if (current === closing) depth -= 1;
    if (current === '\\') cursor.takeBackslash('arithmetic');
    else if (current === '"') readDoubleQuotes(cursor, true);
    else if (current === "'" && closing === ']') readQuotedKey(cursor);
    else if (current === '$') readDollar(cursor, 'arithmetic');
    else if (current === '`') readBackticks(cursor, false);
    else cursor.position += 1;
  }
  raise(cursor.sitesSince(first), 'integer');
}

/** Passes a 'key' in a subscript. */
function readQuotedKey(cursor: BashCursor): void {
  cursor.position += 1;
  while (!cursor.atEnd && cursor.current !== "'") if (!cursor.takeReference('single', 'integer')) cursor.position += 1;
  cursor.position += 1;
}

/** Passes a `text` in backticks: bash takes backslashes away before it reads the commands. */
function readBackticks(cursor: BashCursor, inDoubleQuotes: boolean): void {
  const escapable = inDoubleQuotes ? '$`\\"' : '$`\\';
  const tokens = new Map<number, ReferenceToken>();
  const offsets: number[] = [];
  let text = '';
  let position = cursor.position + 1;
  while (position < cursor.end && cursor.text[position] !== '`') {
    const token = cursor.tokenAt(position);
    const isEscape = !token && cursor.text[position] === '\\' && escapable.includes(cursor.text[position + 1] ?? ' ');
    if (token) tokens.set(text.length, token);
    if (isEscape) position += 1;
    const length = token ? token.text.length + (token.escaped ? 1 : 0) : 1;
    for (let index = 0; index < length; index += 1) offsets.push(position + index);
    text += cursor.text.slice(position, position + length);
    position += length;
  }
  offsets.push(position);
  if (tokens.size > 0) cursor.commandsOf(text, tokens, offsets);
  cursor.position = position + 1;
}

function readQuotedCharacter(cursor: BashCursor, inArithmetic: boolean): void {
  const quoting = inArithmetic ? 'arithmetic' : 'double';
  if (cursor.takeReference(quoting, inArithmetic ? 'integer' : 'any')) return;
  if (cursor.current === '\\') cursor.takeBackslash(quoting);
  else if (cursor.current === '$') readDollar(cursor, quoting);
  else if (cursor.current === '`') readBackticks(cursor, true);
  else cursor.position += 1;
}

function readAnsiQuotes(cursor: BashCursor): void {
  if (cursor.conversion?.depth === cursor.depth) cursor.conversion.hasAnsiQuotes = true;
  cursor.position += 2;
  while (!cursor.atEnd && cursor.current !== "'") {
    if (cursor.takeReference('ansi')) continue;
    if (cursor.current === '\\') cursor.takeBackslash('ansi');
    else cursor.position += 1;
  }
  cursor.position += 1;
}

const PARAMETER = /[!#]?(?:[A-Za-z_]\w*|\d+|[@*#?$!-])?/y;

/** Passes `${ … }`: its name, its subscript, then a word, a pattern or an offset. */
function readParameter(cursor: BashCursor, quoting: 'bare' | 'double' | 'arithmetic'): void {
  const opening = cursor.position;
  cursor.position += 2;
  const start = cursor.position;
  PARAMETER.lastIndex = start;
  cursor.position += PARAMETER.exec(cursor.text)?.[0].length ?? 0;
  const name = cursor.text.slice(start, cursor.position);
  if (cursor.current === '[') readSubscript(cursor, quoting === 'arithmetic' ? '' : name.replace(/^#/, ''));
  const first = cursor.found.sites.length;
  const operator = cursor.text.slice(cursor.position, Math.min(cursor.position + 2, cursor.end));
  const isOffset = operator.startsWith(':') && !/^:[-=?+]/.test(operator);
  const isAssigned = /^:?=/.test(operator);
  const readRest = (): void => {
    if (isOffset || quoting === 'arithmetic') readArithmetic(cursor, '}');
    else if (!/^:?[-=?+]/.test(operator)) keepQuotes(cursor, () => readParameterWord(cursor, false));
    else {
      if (quoting === 'bare') convertTilde(cursor, cursor.position + (operator.startsWith(':') ? 2 : 1));
      readParameterWord(cursor, quoting === 'double');
    }
    if (isAssigned) raise(cursor.sitesSince(first), cursor.variables.get(name) ?? 'any');
    cursor.position += 1;
  };
  // What a bare `${x:="text"}` gives is split, although the text is quoted.
  if (isAssigned && quoting === 'bare') convert(cursor, opening, readRest);
  else readRest();
}

/** In double quotes the word of `${x:-word}` is quoted already, while a pattern still needs its own quotes. */
function readParameterWord(cursor: BashCursor, isQuoted: boolean): void {
  while (!cursor.atEnd && cursor.current !== '}') {
    if (cursor.current === '"') readDoubleQuotes(cursor);
    else if (isQuoted) readQuotedCharacter(cursor, false);
    else readUnquotedCharacter(cursor);
  }
}

/** Passes one character, quotes or expansion of text that is not quoted. */
export function readUnquotedCharacter(cursor: BashCursor): void {
  if (cursor.takeReference('bare')) return;
  const { current } = cursor;
  if (current === '\\') readBackslash(cursor);
  else if (current === "'") readSingleQuotes(cursor);
  else if (current === '"') readDoubleQuotes(cursor);
  else if (current === '$') readDollar(cursor, 'bare');
  else if (current === '`') readBackticks(cursor, false);
  else cursor.position += 1;
}

function readBackslash(cursor: BashCursor): void {
  const start = cursor.position;
  if (!cursor.takeBackslash('bare')) convertBackslash(cursor, start);
}

function closingQuote(cursor: BashCursor, start: number, quote: string): number {
  for (let position = start + 1; position < cursor.end; position += 1) {
    if (cursor.text[position] === quote) return position;
    if (quote === '"' && cursor.text[position] === '\\') position += 1;
  }
  return start;
}
