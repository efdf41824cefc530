import type { BashCursor } from './cursor.js';
import type { Word } from './site.js';
import { demandName, raiseWord } from './texts.js';
import { readRegularExpression, readWord, skipComment } from './words.js';

const NUMERIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const TAKES_OPERAND = /^(?:==?|!=|=~|-[a-z]{1,2})$/;

/** Passes the rest of `[[ … ]]`, the closing brackets included. */
export function readConditional(cursor: BashCursor): void {
  const words: Word[] = [];
  while (!cursor.atEnd) {
    const previous = words.at(-1)?.raw ?? '';
    if (/[ \t\n]/.test(cursor.current)) cursor.position += 1;
    else if (cursor.current === '#' && !TAKES_OPERAND.test(previous)) skipComment(cursor);
    else if (previous !== '=~' && /[()<>|&;]/.test(cursor.current)) cursor.position += 1;
    else {
      const start = cursor.position;
      const word = previous === '=~' ? readRegularExpression(cursor) : readWord(cursor, false);
      if (cursor.position === start) cursor.position += 1;
      if (word.raw === ']]') break;
      words.push(word);
    }
  }
  judgeConditional(words);
}

/** `-eq` and its kin evaluate both sides as arithmetic; `-v` and `-R` take a name. */
function judgeConditional(words: readonly Word[]): void {
  for (const [index, { raw }] of words.entries()) {
    const next = words[index + 1];
    if (NUMERIC.has(raw)) for (const side of [words[index - 1], next]) if (side) raiseWord(side, 'integer');
    if ((raw === '-v' || raw === '-R') && next) demandName(next);
  }
}
