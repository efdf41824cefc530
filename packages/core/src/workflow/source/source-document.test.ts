import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument } from './read-document.js';
import type { SourceDocument } from './source-document.js';

function documentOf(text: string): SourceDocument {
  const result = readDocument(text, 'f.yaml');
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.document;
}

/** The text at a place, as a person would mark it with a finger. */
function textAt(text: string, { line, column, length }: { line: number; column: number; length: number }): string {
  return text.split('\n')[line - 1]?.slice(column - 1, column - 1 + length) ?? '';
}

const TEXT = 'a: {b: [one, "two", {c: 3}]}\nlist:\n  - x\n  - y: z\nempty:\nshared: &s {k: v}\nagain: *s\n';

test.each<[path: (string | number)[], at: 'key' | 'value', expected: string]>([
  [['a'], 'key', 'a'],
  [['a'], 'value', '{b: [one, "two", {c: 3}]}'],
  [['a', 'b', 1], 'value', '"two"'],
  [['a', 'b', 2, 'c'], 'key', 'c'],
  [['a', 'b', 2, 'c'], 'value', '3'],
  [['list', 0], 'key', 'x'],
  [['list', 1, 'y'], 'value', 'z'],
  [['a', 'missing'], 'value', 'a'],
  [['list', 7], 'value', 'list'],
  [['shared', 'k'], 'value', 'v'],
  [['again', 'k'], 'value', '*s'],
  [[], 'value', TEXT.split('\n')[0] as string],
])('the place of %j as a %s is %j', (path, at, expected) => {
  expect(textAt(TEXT, documentOf(TEXT).locate(path, at))).toBe(expected);
});

test('an empty value is placed where it would stand', () => {
  expect(documentOf(TEXT).locate(['empty'])).toEqual({ line: 5, column: 7, length: 1 });
});

test.each([
  ['plain', 'k: go to $a.output now'],
  ['double quoted', 'k: "go to $a.output now"'],
  ['double quoted with escapes', 'k: "\\"go\\"\\tto \\\\ $a.output now"'],
  ['single quoted', "k: 'it''s $a.output now'"],
  ['a literal block', 'k: |\n  first\n\n    deeper\n  then $a.output now\n'],
  ['a literal block with kept ends', 'k: |+\n  then $a.output now\n\n'],
  ['a literal block with an indentation indicator', 'k: |2\n    then $a.output now\n'],
  ['a folded block', 'k: >-\n  first line\n  second\n\n  then $a.output now\n'],
  ['plain over several lines', 'k: first\n  second line\n  then $a.output now'],
  ['double quoted over several lines', 'k: "first\n  second \\\n  then $a.output now"'],
  ['Windows line ends', 'k: |\r\n  first\r\n  then $a.output now\r\n'],
  ['an escape before it', 'k: "caf\\u00e9 \\x41 $a.output now"'],
  ['an escape of two units before it', 'k: "\\U0001F600 $a.output now"'],
  ['an escaped quote at its start', 'k: "\\"$a.output\\" now"'],
  ['a reference after a quote', "k: '''$a.output'' now'"],
  ['line breaks as escapes before it', 'k: "one\\ntwo\\n$a.output now"'],
])('WHEN a text is %s THEN a part of it is found in the file', (_name, text) => {
  const document = documentOf(text);
  const value = (document.value as { k: string }).k;
  const place = document.locateWithin(['k'], value.indexOf('$a.output'), '$a.output'.length);
  expect(textAt(text, place)).toBe('$a.output');
});

test.each([
  ['a literal block', (words: string[]) => `k: |\n  ${words.join('\n  ')}\n`],
  ['double quoted with escapes', (words: string[]) => `k: "${words.join('\\U0001F600')}"`],
])('WHEN a long text is %s THEN its parts are found, in whatever order they are asked for', (_name, write) => {
  const words = Array.from({ length: 1000 }, (_, index) => `<${index}>`);
  const text = write(words);
  const document = documentOf(text);
  const value = (document.value as { k: string }).k;
  for (const word of [...words.toReversed(), ...words])
    expect(textAt(text, document.locateWithin(['k'], value.indexOf(word), word.length))).toBe(word);
});

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const sentence = fc.array(word, { minLength: 1, maxLength: 8 });

test('whatever stands before it, a mark is found in its line, in any style of scalar', () => {
  const style = fc.constantFrom(
    (words: string[]) => `k: ${words.join(' ')} MARK`,
    (words: string[]) => `k: "${words.join(' ')} MARK"`,
    (words: string[]) => `k: '${words.join("'' ")} MARK'`,
    (words: string[]) => `k: |\n  ${words.join('\n  ')}\n  MARK\n`,
    (words: string[]) => `k: >\n  ${words.join('\n  ')}\n\n  MARK\n`,
    (words: string[]) => `k: "${words.join('\\n')} MARK"`,
  );
  fc.assert(
    fc.property(style, sentence, (write, words) => {
      const text = write(words);
      const document = documentOf(text);
      const value = (document.value as { k: string }).k;
      expect(textAt(text, document.locateWithin(['k'], value.indexOf('MARK'), 4))).toBe('MARK');
    }),
  );
});

test('the place of any scalar points at its text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), sentence, (keys, values) => {
      const text = keys.map((key) => `${key}x:\n${values.map((value) => `  - ${value}\n`).join('')}`).join('');
      const document = documentOf(text);
      for (const key of keys) {
        expect(textAt(text, document.locate([`${key}x`], 'key'))).toBe(`${key}x`);
        for (const [index, value] of values.entries())
          expect(textAt(text, document.locate([`${key}x`, index]))).toBe(value);
      }
    }),
  );
});
