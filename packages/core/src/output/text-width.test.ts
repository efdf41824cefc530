import { expect, test } from 'vitest';
import { textWidth } from './text-width.js';

test.each([
  ['abc', 3],
  ['', 0],
  ['日本', 4],
  ['🙂', 2],
  ['👨‍👩‍👧', 2],
  ['é', 1],
  ['\x1b[31mred\x1b[39m', 3],
  ['…', 1],
  ['← ✓ é ─', 7],
  ['soft\u00adhyphen', 10],
])('%j takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});
