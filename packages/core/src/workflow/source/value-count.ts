import { Lexer } from 'yaml';

/** Ten thousand nodes with thirty fields each; a parsed value costs about a kilobyte of memory. */
export const MAX_VALUES = 500_000;

/** The offset at which a file has more values than its parser can hold, or undefined. */
export function findTooMany(text: string): number | undefined {
  if (!mayBeMany(text)) return undefined;
  let [offset, count] = [0, 0];
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    if (isScalar || token === '-' || token === ',') count++;
    if (count > MAX_VALUES) return offset;
    isScalar = token === '\x1f';
    // The lexer's own marks (document start, flow end, scalar) take no room in the text.
    if (!isScalar && token !== '\x02' && token !== '\x18') offset += token.length;
  }
  return undefined;
}

/** Each value is followed or preceded by one of these, so there are at most two for each of them. */
function mayBeMany(text: string): boolean {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x0a || code === 0x2c || code === 0x3a || code === 0x2d || code === 0x3f) count++;
  }
  return count * 2 > MAX_VALUES;
}
