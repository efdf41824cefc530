import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.js';

test('WHEN text comes in pieces THEN every whole line is given once, without its line break', () => {
  const splitter = new LineSplitter(100);
  expect(splitter.push('one\ntw')).toEqual(['one']);
  expect(splitter.push('o\r')).toEqual([]);
  expect(splitter.push('\n\nthree')).toEqual(['two', '']);
  expect(splitter.end()).toEqual(['three']);
  expect(splitter.end()).toEqual([]);
});

test('WHEN text is cut anywhere THEN the lines are those of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[ab\r\n]{0,5}$/)), (pieces) => {
      const splitter = new LineSplitter(1000);
      const lines = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
      const whole = new LineSplitter(1000);
      expect(lines).toEqual([...whole.push(pieces.join('')), ...whole.end()]);
    }),
  );
});

test('WHEN a line is longer than allowed THEN only its beginning is kept and the next line is whole', () => {
  const splitter = new LineSplitter(4);
  expect([...splitter.push('abcdefgh'), ...splitter.push('ijkl\r\nabcd\r\nnext')]).toEqual(['abcd', 'abcd']);
  expect(splitter.end()).toEqual(['next']);
});

test('WHEN one line of 200 MB comes in pieces THEN its beginning is there and nothing piles up', () => {
  const splitter = new LineSplitter(1024 * 1024);
  const piece = 'x'.repeat(64 * 1024);
  for (let count = 0; count < 3200; count += 1) expect(splitter.push(piece)).toEqual([]);
  expect(splitter.push('\n').map((line) => line.length)).toEqual([1024 * 1024]);
});
