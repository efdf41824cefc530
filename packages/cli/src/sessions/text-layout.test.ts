import { expect, test } from 'vitest';
import { hang, paragraph, plainLine, plainText, shellWord, widthOf, wrap } from './text-layout.js';

test('a line that fits keeps its columns, a longer one is broken between words', () => {
  expect(wrap('  id    value', 13, 4)).toEqual(['  id    value']);
  expect(wrap('  id    value of many words', 13, 4)).toEqual(['  id value of', '    many', '    words']);
  expect(wrap('  unbreakablelongword next', 10, 4)).toEqual(['  unbreakablelongword', '    next']);
});

test('a text behind a prefix has a column of its own', () => {
  expect(hang('  why  ', 'one two three\nfour', 14)).toEqual(['  why  one two', '       three', '       four']);
});

test('colours take no room', () => {
  expect(wrap('\x1b[31mred\x1b[39m and blue', 12, 2)).toEqual(['\x1b[31mred\x1b[39m and blue']);
});

test('each line of a paragraph is indented, empty ones are left out', () => {
  expect(paragraph('one two\n\nthree\n', 7, 2)).toEqual(['  one', '  two', '  three']);
});

test('a text of somebody else cannot steer the terminal', () => {
  expect(plainText('a\x1b[2Jb\x1b]0;x\x07c\rd\x9be\tf\n')).toBe('abcde\tf\n');
  expect(plainLine('  a\x1b[2J \r\n\n b\tc')).toBe('  a b c');
});

test.each([
  ['build', 'build'],
  ['two words', "'two words'"],
  ["it's", "'it'\\''s'"],
  ['$(rm -rf x)', "'$(rm -rf x)'"],
])('a shell takes %s as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('the width is that of the terminal, then COLUMNS, else none', () => {
  expect(widthOf({ columns: 20 }, { COLUMNS: '80' })).toBe(20);
  expect(widthOf({}, { COLUMNS: '80' })).toBe(80);
  expect(widthOf({}, { COLUMNS: 'wide' })).toBe(Number.POSITIVE_INFINITY);
});
