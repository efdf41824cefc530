import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnsiCleaner } from './ansi-cleaner.js';

const clean = (text: string) => new AnsiCleaner().clean(text);

describe('Output Sanitization: ANSI Stripping', () => {
  test.each([
    ['colours', '\x1b[1;31mred\x1b[0m and \x1b[38;2;1;2;3mtrue\x1b[m', 'red and true'],
    ['cursor codes', '\x1b[2J\x1b[H\x1b[?25lscreen\x1b[10;5H\x1b[K', 'screen'],
    ['a window title ended by BEL', 'a\x1b]0;title\x07b', 'ab'],
    ['a link ended by ST', '\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['DCS, APC, PM and SOS', 'a\x1bPq#0\x1b\\b\x1b_G\x1b\\c\x1b^p\x1b\\d\x1bXs\x1b\\e', 'abcde'],
    ['BEL inside a DCS', 'a\x1bPx\x07y\x1b\\b', 'ab'],
    ['two-character escapes and character sets', '\x1b7\x1b(B\x1b=text\x1b8\x1bM', 'text'],
    ['8-bit forms', '\x9b31mred\x9b0m\x9d0;title\x9c.\x90q\x9c.\x9fg\x9c\x85', 'red..'],
    ['other control characters', 'a\x00b\x07c\x08d\x7fe\x0bf', 'abcdef'],
    ['a sequence broken off by CAN or by another escape', '\x1b[31\x18a\x1b[3\x1b[1mb\x1b]0;t\x1b[1mc', 'abc'],
    ['a sequence broken off by a letter of another alphabet', '\x1b[3é', 'é'],
    ['a line break within a sequence', 'a\x1b[\n1mb', 'a\nb'],
  ])('WHEN raw output contains %s THEN the clean text does not', (_name, raw, expected) => {
    expect(clean(raw)).toBe(expected);
  });

  test('WHEN lines end as a terminal ends them THEN each becomes one line break', () => {
    expect(clean('a\r\nb\r\r\nc\r\x1b[K\nd\r\n\r\ne\n\tf')).toBe('a\nb\nc\nd\n\ne\n\tf');
  });

  test('WHEN a progress bar is redrawn with carriage returns THEN every state is a line', () => {
    expect(clean('10%\r20%\r\r30%\n')).toBe('10%\n20%\n30%\n');
  });

  test('WHEN there is nothing to remove THEN text of any alphabet stays as it is', () => {
    expect(clean('é 漢字 🙂 a\u0301 \ttab\nline')).toBe('é 漢字 🙂 a\u0301 \ttab\nline');
  });

  test('WHEN a control string never ends THEN it stops swallowing output after a megabyte', () => {
    const cleaner = new AnsiCleaner();
    const piece = 'x'.repeat(64 * 1024);
    let kept = cleaner.clean('before\x1b]0;');
    for (let count = 0; count < 17; count += 1) kept += cleaner.clean(piece);
    expect(kept.slice(0, 6)).toBe('before');
    expect(kept.length).toBe(6 + piece.length + 1);
  });

  test('WHEN output is cut into pieces anywhere THEN the clean text is that of the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, fc.string({ unit: 'binary' })), { maxLength: 30 }), (pieces) => {
        const cleaner = new AnsiCleaner();
        const whole = clean(pieces.join(''));
        expect(pieces.map((piece) => cleaner.clean(piece)).join('')).toBe(whole);
        const single = new AnsiCleaner();
        expect([...splitUnits(pieces.join(''))].map((unit) => single.clean(unit)).join('')).toBe(whole);
      }),
      { numRuns: 1000 },
    );
  });

  test('WHEN anything at all is cleaned THEN no control character but line break and tab is left', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fragment, fc.string({ unit: 'binary' })), { maxLength: 30 }), (pieces) => {
        expect(clean(pieces.join(''))).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
    );
  });
});

/** Parts that meet in every order, so that sequences are begun, broken off and ended in all ways. */
const fragment = fc.constantFrom(
  ...['\x1b', '[', ']', '\\', 'P', '_', '(', 'B', '3', ';', 'm', '\x07', '\x18', '\x9b', '\x9c', '\x9d', '\x90'],
  ...['\r', '\n', '\t', '\r\n', 'text', 'é', '🙂', '\x00', '\x7f', '\x1b[31m', '\x1b]0;t', '\x1b\\'],
);

function* splitUnits(text: string): Generator<string> {
  for (let index = 0; index < text.length; index += 1) yield text.charAt(index);
}
