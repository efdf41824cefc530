import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, readText } from './read-text.js';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each<[name: string, content: Uint8Array, line: number, column: number, message: string]>([
  ['NUL', bytes('a: b\nc: \0'), 2, 4, 'The control character U+0000 is not allowed in YAML.'],
  ['escape', bytes('\u001b[31m'), 1, 1, 'The control character U+001B is not allowed in YAML.'],
  ['delete', bytes('ab\u007f'), 1, 3, 'The control character U+007F is not allowed in YAML.'],
  ['a stray byte', new Uint8Array([0x61, 0x0a, 0x62, 0xff]), 2, 2, 'The file is not valid UTF-8.'],
  ['a cut sequence', new Uint8Array([0x61, 0xc3]), 1, 2, 'The file is not valid UTF-8.'],
  ['a surrogate', new Uint8Array([0xed, 0xa0, 0x80]), 1, 1, 'The file is not valid UTF-8.'],
  ['too many bytes', new Uint8Array(10_000_001), 1, 1, 'The file has 10.0 MB; a workflow may have at most 10 MB.'],
])('WHEN a file has %s THEN it is refused at its place', (_name, content, line, column, message) => {
  const result = decodeText(content, 'f.yaml');
  expect(result).toMatchObject({ ok: false, diagnostic: { file: 'f.yaml', line, column, message } });
});

test('what is no text is shown as U+FFFD', () => {
  const content = new Uint8Array([...bytes('a: \u{1f600}\nb: x'), 0xff, ...bytes('y\nc: d')]);
  expect(decodeText(content, 'f.yaml')).toMatchObject({
    text: 'a: \u{1f600}\nb: x\ufffdy\nc: d',
    diagnostic: { line: 2, column: 5, length: 1 },
  });
});

test('a byte order mark is dropped, tabs and line ends stay', () => {
  expect(decodeText(bytes('\ufeffa:\tb\r\n'), 'f.yaml')).toEqual({ ok: true, text: 'a:\tb\r\n' });
});

test('a text without control characters arrives as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const clean = text.replace(/[\0-\x1f\x7f\ufeff]/g, '');
      expect(decodeText(bytes(clean), 'f.yaml')).toEqual({ ok: true, text: clean });
    }),
  );
});

test.each([
  ['/nowhere/f.yaml', 'There is no such file.'],
  ['/', 'This is a folder, not a file.'],
  ['/dev/null/f.yaml', "The file cannot be read: ENOTDIR: not a directory, stat '/dev/null/f.yaml'"],
])('WHEN the file is %s THEN the reason is told', async (file, message) => {
  expect(await readText(file, 'f.yaml')).toMatchObject({ ok: false, diagnostic: { file: 'f.yaml', message } });
});
