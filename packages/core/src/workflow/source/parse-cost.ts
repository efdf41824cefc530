import { Lexer } from 'yaml';

/** How many bytes the parsed form of a file may take: 10,000 nodes with a dozen lines each, and some room. */
export const MAX_PARSED_BYTES = 200_000_000;

/** What the YAML parser was measured to take, in bytes, for each of these. */
const COSTS = { token: 400, escape: 300, lineInText: 270, quotedCharacter: 32 } as const;

/**
 * The offset at which the parsed form of a file becomes too large, or undefined. A few megabytes of line ends, brackets
 * or comments take the parser a gigabyte and half a minute, so this runs before it.
 */
export function findTooCostly(text: string): number | undefined {
  if (!mayBeCostly(text)) return undefined;
  let [offset, cost, isScalar] = [0, 0, false];
  for (const token of new Lexer().lex(text)) {
    // The lexer's own marks take no room in the text; one of them stands before every scalar without quotes.
    if (LEXER_MARKS.has(token)) {
      isScalar = token === SCALAR_MARK;
      continue;
    }
    cost += isScalar || isQuoted(token) ? scalarCost(token) : isSpace(token) ? 0 : COSTS.token;
    if (cost > MAX_PARSED_BYTES) return offset;
    offset += token.length;
    isScalar = false;
  }
  return undefined;
}

const SCALAR_MARK = '\x1f';
const LEXER_MARKS = new Set(['\x02', '\x18', SCALAR_MARK]);

function scalarCost(token: string): number {
  const cost = COSTS.token + COSTS.lineInText * count(token, '\n');
  // The parser puts a text in double quotes together character by character.
  return token[0] === '"' ? cost + COSTS.quotedCharacter * token.length + COSTS.escape * count(token, '\\') : cost;
}

function isQuoted(token: string): boolean {
  return token[0] === '"' || token[0] === "'";
}

function isSpace(token: string): boolean {
  return token[0] === ' ' || token[0] === '\t';
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++;
  return found;
}

const SIGNS = new Uint8Array(128);
for (const sign of '\n,:-?[]{}#&*!|>%@`"\'\\') SIGNS[sign.charCodeAt(0)] = 1;

/** A cheap look first. A token is one of these signs, or begins or ends at one. */
function mayBeCostly(text: string): boolean {
  const most = MAX_PARSED_BYTES - (text.includes('"') ? COSTS.quotedCharacter * text.length : 0);
  let signs = 0;
  for (let index = 0; index < text.length; index++) signs += SIGNS[text.charCodeAt(index)] ?? 0;
  return signs * 2 * COSTS.token > most;
}
