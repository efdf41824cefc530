import { expect, test } from 'vitest';
import { TerminalFilter } from './terminal-filter.js';

const filtered = (...pieces: string[]) => {
  const filter = new TerminalFilter();
  return pieces.map((piece) => filter.filter(piece)).join('');
};

test.each<[what: string, from: string, to: string]>([
  ['text, line breaks, tabs and returns', 'a\tb\r\nc\rd', 'a\tb\r\nc\rd'],
  ['colours', '\x1b[1;31mred\x1b[0m \x1b[38:2:1:2:3mx', '\x1b[1;31mred\x1b[0m \x1b[38:2:1:2:3mx'],
  ['no clearing and no moving of the cursor', 'a\x1b[2J\x1b[Hb\x1b[?1049hc', 'abc'],
  ['no title and no clipboard', 'a\x1b]0;title\x07b\x1b]52;c;aGk=\x1b\\c', 'abc'],
  ['no question to the terminal', 'a\x1b[cb\x1b[6nc\x1b[>0qd', 'abcd'],
  ['no reset, no character set, no device string', 'a\x1bcb\x1b(0c\x1bP1$r0m\x1b\\d', 'abcd'],
  ['no bell, no backspace, no C1 control', 'a\x07b\x08c\x9b31md\x90e', 'abc31mde'],
  ['no key remapping that looks like a colour', 'a\x1b[>4;2mb', 'ab'],
])('a terminal gets %s', (_, from, to) => {
  expect(filtered(from)).toBe(to);
  expect(filtered(...from)).toBe(to);
});

test('WHEN a sequence never ends THEN what follows is shown all the same', () => {
  const text = 'x'.repeat(100_000);
  expect(filtered('\x1b]0;', text, 'end')).toBe(`0;${text}end`);
});
