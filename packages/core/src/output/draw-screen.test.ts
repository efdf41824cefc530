import { expect, test } from 'vitest';
import { Screen } from './screen.js';

const SIZE = { columns: 30, rows: 6 };

async function drawingOf(bytes: string): Promise<string> {
  const screen = new Screen(SIZE);
  screen.write(Buffer.from(bytes));
  const drawing = await new Promise<string>((resolve) => screen.whenDrawn(resolve));
  screen.dispose();
  return drawing;
}

test.each([
  ['text', 'one\r\ntwo\r\n\r\nfour'],
  ['colours and styles', '\x1b[31mred \x1b[1;48;5;200mbold\x1b[0m plain \x1b[38;2;1;2;3;7mrgb\x1b[0m'],
  ['wide characters', '日本語 🙂 x'],
  ['gaps', 'a\x1b[10Cb\x1b[4;5Hc'],
  ['the other screen and modes', 'kept\x1b[?1049h\x1b[2J\x1b[?1h\x1b[?2004h\x1b[?1003h\x1b[3;3Happ'],
  ['text that scrolled away', Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\r\n')],
])('WHEN a screen with %s is drawn on an empty one THEN it is the same screen', async (_what, bytes) => {
  const drawing = await drawingOf(bytes);
  expect(await drawingOf(drawing)).toBe(drawing);
});

test('WHEN something is written after a drawing was asked for THEN the drawing does not have it', async () => {
  const screen = new Screen(SIZE);
  screen.write(Buffer.from('before'));
  const drawing = new Promise<string>((resolve) => screen.whenDrawn(resolve));
  screen.write(Buffer.from(' after'));
  expect(await drawing).toBe('\x1b[1;1Hbefore\x1b[0m\x1b[1;7H');
  await screen.drawn();
  expect(screen.text()).toBe('before after');
  screen.dispose();
});

test.each([
  ['', 0],
  ['one', 1],
  ['one\r\ntwo\r\n', 2],
  ['\x1b[4;1Hfour\x1b[H', 4],
])('WHEN %j is written THEN %i rows are used', async (bytes, rows) => {
  const screen = new Screen(SIZE);
  screen.write(Buffer.from(bytes));
  await screen.drawn();
  expect(screen.usedRows).toBe(rows);
  screen.dispose();
});
