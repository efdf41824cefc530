import { expect, test } from 'vitest';
import { HintRow } from './hint-row.js';

const HINT = '\x1b7\x1b[9;1H\x1b[0;7mhint\x1b[0m\x1b8';

function shown(pieces: readonly string[], hint = new HintRow(() => ({ text: 'hint', row: 9 }))): string {
  return pieces.map((piece) => Buffer.from(hint.within(Buffer.from(piece))).toString()).join('');
}

test.each([
  ['what leaves the screen as it is', ['a\x1b[31mé', 'b'], 'a\x1b[31méb'],
  ['another screen', ['\x1b[?1049hé'], `\x1b[?1049h${HINT}é`],
  ['a screen that is emptied twice', ['a\x1b[2Jb\x1b[H\x1b[Jc'], `a\x1b[2J${HINT}b\x1b[H\x1b[J${HINT}c`],
  ['a sequence in two pieces', ['a\x1b[?10', '49hb', 'c'], `a\x1b[?1049h${HINT}bc`],
  ['a sequence at the end of a piece', ['a\x1b[2J', 'b'], `a\x1b[2J${HINT}b`],
])('in %s the words stand wherever the screen is empty', (_what, pieces, expected) => {
  expect(shown(pieces)).toBe(expected);
});

test('whoever has typed does not get them again', () => {
  const hint = new HintRow(() => ({ text: 'hint', row: 9 }));
  hint.forget();
  expect(shown(['\x1b[2Ja'], hint)).toBe('\x1b[2Ja');
});
