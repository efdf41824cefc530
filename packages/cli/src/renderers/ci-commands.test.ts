import { expect, test } from 'vitest';
import { CommandGuard } from './ci-commands.js';

function guarded(pieces: readonly string[]): string {
  const guard = new CommandGuard();
  return Buffer.concat([...pieces.map((piece) => guard.write(Buffer.from(piece))), guard.end()]).toString();
}

test.each([
  ['no command', ['a::b é\n', ': c #[d]\n\n'], 'a::b é\n: c #[d]\n\n'],
  ['one at the start', ['::error::x\n'], ':\u200b:error::x\n'],
  ['one behind blanks', ['a\r\n \t::error::x'], 'a\r\n \t:\u200b:error::x'],
  ['one in pieces', ['a', '\n', ' ', ':', ':error::x'], 'a\n :\u200b:error::x'],
  ['one of the older form', ['a ##', '[error]x', '#', '#[y]'], 'a #\u200b#[error]x#\u200b#[y]'],
  ['nothing', [], ''],
])('in %s the runner finds nothing to obey', (_what, pieces, expected) => {
  expect(guarded(pieces)).toBe(expected);
});
