import { expect, test } from 'vitest';
import { withoutQueries } from './terminal-queries.js';

test.each([
  ['a\x1b[cb', 'ab'],
  ['\x1b[>c\x1b[=c\x1b[0c\x1b[6n\x1b[?6n\x1b[5n', ''],
  ['\x1b[>q\x1b[>0q\x1b[?2026$p\x1b[?u', ''],
  ['\x1b[31mred\x1b[2J\x1b[?1049h\x1b[>1u\x1b[0 q', '\x1b[31mred\x1b[2J\x1b[?1049h\x1b[>1u\x1b[0 q'],
  ['日本語', '日本語'],
])('of %j terminals that only show it get %j', (bytes, shown) => {
  expect(Buffer.from(withoutQueries(Buffer.from(bytes))).toString()).toBe(shown);
});
