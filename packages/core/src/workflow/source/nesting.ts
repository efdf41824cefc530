import { Lexer } from 'yaml';

export const MAX_NESTING = 100;
export const TOO_DEEP_HINT = 'No workflow needs this; write it flatter.';

/**
 * The offset at which values are nested too deeply, or undefined. The YAML composer is recursive and slow on
 * deep input, so this runs before it; the exact count is made only when a cheap look finds it possible.
 */
export function findTooDeep(text: string): number | undefined {
  if (!mayBeDeep(text)) return undefined;
  let [offset, flowDepth, indicators] = [0, 0, 0];
  let previous = '';
  for (const token of new Lexer().lex(text)) {
    const isScalar = previous === SCALAR_MARK;
    if (!isScalar && (token === '[' || token === '{')) flowDepth++;
    if (!isScalar && (token === ']' || token === '}')) flowDepth--;
    if (!isScalar && (token === '-' || token === '?')) indicators++;
    if (token === '\n' || token === '\r\n') indicators = 0;
    if (flowDepth + indicators > MAX_NESTING) return offset;
    // The lexer's own marks (document start, flow end, scalar) take no room in the text.
    if (!LEXER_MARKS.has(token)) offset += token.length;
    previous = token;
  }
  return undefined;
}

const SCALAR_MARK = '\x1f';
const LEXER_MARKS = new Set(['\x02', '\x18', SCALAR_MARK, '\ufeff']);

function mayBeDeep(text: string): boolean {
  if (/(?:[-?][ \t]+){100}/.test(text)) return true;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x5b || code === 0x7b) depth++;
    else if ((code === 0x5d || code === 0x7d) && depth > 0) depth--;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}

/** The start of the most indented line: where a file is deepest when the parser itself gave up. */
export function deepestLine(text: string): number {
  let [deepest, offset, found] = [-1, 0, 0];
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    if (indent > deepest) [deepest, found] = [indent, offset + indent];
    offset += line.length + 1;
  }
  return found;
}
