import type { BashCursor } from './cursor.js';
import { readCommandSubstitution, readSubscript, readUnquotedCharacter } from './expansions.js';
import type { Word } from './site.js';
import { unquote } from './unquote.js';

const METACHARACTER = /[ \t\n;&|<>()]/;
const NAME = /^[A-Za-z_]\w*$/;
const ARRAY_START = /^[A-Za-z_]\w*(?:\[.*\])?\+?=$/s;

/** Reads a word; `canAssign` where `name[subscript]=value` and `name=( … )` are assignments. */
export function readWord(cursor: BashCursor, canAssign: boolean): Word {
  const start = cursor.position;
  return recordWord(cursor, () => {
    while (!cursor.atEnd) {
      const { current } = cursor;
      const written = cursor.text.slice(start, cursor.position);
      if (canAssign && current === '[' && NAME.test(written)) readSubscript(cursor, written);
      else if (current === '(' && isExtendedPattern(cursor, start)) readExtendedPattern(cursor);
      else if (current === '(' && canAssign && ARRAY_START.test(written)) readArray(cursor);
      else if (cursor.startsWith('<(') || cursor.startsWith('>(')) readCommandSubstitution(cursor);
      else if (METACHARACTER.test(current)) break;
      else readUnquotedCharacter(cursor);
    }
  });
}

/** Reads the right side of `=~`, where parentheses and bars belong to the word. */
export function readRegularExpression(cursor: BashCursor): Word {
  let depth = 0;
  return recordWord(cursor, () => {
    while (!cursor.atEnd) {
      if (depth === 0 && /[ \t\n]/.test(cursor.current)) break;
      if (cursor.current === '(') depth += 1;
      if (cursor.current === ')') depth -= 1;
      readUnquotedCharacter(cursor);
    }
  });
}

/** Passes blanks and joined lines. */
export function skipBlanks(cursor: BashCursor): void {
  for (;;) {
    if (cursor.current === ' ' || cursor.current === '\t') cursor.position += 1;
    else if (cursor.startsWith('\\\n')) cursor.position += 2;
    else return;
  }
}

/** Passes a comment; references in it stay as they are. */
export function skipComment(cursor: BashCursor): void {
  while (!cursor.atEnd && cursor.current !== '\n') cursor.position += 1;
}

function recordWord(cursor: BashCursor, read: () => void): Word {
  const start = cursor.position;
  const first = cursor.found.sites.length;
  read();
  cursor.position = Math.min(cursor.position, cursor.end);
  const written = cursor.text.slice(start, cursor.position);
  const sites = cursor.sitesSince(first).map((site) => {
    return { site, before: unquote(cursor.text.slice(start, site.position)) };
  });
  return { raw: written.replaceAll('\\\n', ''), literal: unquote(written), sites };
}

function isExtendedPattern(cursor: BashCursor, start: number): boolean {
  return cursor.position > start && /[?*+@!]/.test(cursor.text[cursor.position - 1] as string);
}

function readExtendedPattern(cursor: BashCursor): void {
  let depth = 0;
  do {
    if (cursor.current === '(') depth += 1;
    if (cursor.current === ')') depth -= 1;
    readUnquotedCharacter(cursor);
  } while (!cursor.atEnd && depth > 0);
}

function readArray(cursor: BashCursor): void {
  cursor.position += 1;
  while (!cursor.atEnd && cursor.current !== ')') {
    if (/[ \t\n]/.test(cursor.current)) cursor.position += 1;
    else if (cursor.current === '#') skipComment(cursor);
    else readElement(cursor);
  }
  cursor.position += 1;
}

function readElement(cursor: BashCursor): void {
  const start = cursor.position;
  if (cursor.current === '[') readSubscript(cursor);
  readWord(cursor, false);
  if (cursor.position === start) cursor.position += 1;
}
