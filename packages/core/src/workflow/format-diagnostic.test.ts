import type { Diagnostic } from '@agentflow/plugin-sdk';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWidth } from '../output/text-width.js';
import { formatDiagnostics, PLAIN } from './format-diagnostic.js';

const problem = (facts: Partial<Diagnostic>): Diagnostic => ({
  code: 'x',
  severity: 'error',
  message: 'No.',
  file: 'f.yaml',
  line: 1,
  column: 1,
  length: 1,
  ...facts,
});
const show = (facts: Partial<Diagnostic>, text: string) => formatDiagnostics([problem(facts)], text)[0];

test('an error has place, message, frame and hint', () => {
  expect(show({ line: 2, column: 4, length: 3, hint: 'Yes.' }, 'a: b\nc: def\n')).toBe(
    'f.yaml:2:4  No.\n    2 | c: def\n           ^^^\n    hint: Yes.',
  );
});

test('a warning says so', () => {
  expect(show({ severity: 'warning' }, 'a')).toBe('f.yaml:1:1  warning No.\n    1 | a\n        ^');
});

test('WHEN there is no line to show THEN there is no frame', () => {
  expect(show({ line: 9 }, 'a')).toBe('f.yaml:9:1  No.');
  expect(show({}, '   \n')).toBe('f.yaml:1:1  No.');
});

test('WHEN the line is long THEN the frame shows the part that matters', () => {
  const text = `${'a'.repeat(500)}MARK${'b'.repeat(500)}`;
  expect(show({ column: 501, length: 4 }, text)).toBe(
    `f.yaml:1:501  No.\n    1 | ${'a'.repeat(39)}MARK${'b'.repeat(67)}\n        ${' '.repeat(39)}^^^^`,
  );
});

test('WHEN the line has tabs or a carriage return THEN the mark stands below its text', () => {
  expect(show({ column: 2, length: 2 }, '\tab\r\n')).toBe('f.yaml:1:2  No.\n    1 | \tab\n        \t^^');
});

test('WHEN the line has wide characters THEN the mark stands below its text', () => {
  expect(show({ column: 9, length: 3 }, '日本語 😀\t: def')).toBe(
    'f.yaml:1:9  No.\n    1 | 日本語 😀\t: def\n                 \t ^^^',
  );
  expect(show({ column: 4, length: 2 }, 'a: 日本')).toBe('f.yaml:1:4  No.\n    1 | a: 日本\n           ^^^^');
});

test('no control character of the file reaches the terminal', () => {
  expect(show({}, 'a\u001b[31m\u009b')).toBe('f.yaml:1:1  No.\n    1 | a�[31m�\n        ^');
  expect(show({ file: 'f\u001b[2J', message: 'No "\u0007".', hint: '\u009bYes.\r', line: 9 }, 'a')).toBe(
    'f�[2J:9:1  No "�".\n    hint: �Yes.�',
  );
});

test('WHEN a message has several lines THEN only its first begins like a diagnostic', () => {
  expect(show({ message: 'No "a\nf.yaml:7:7  b".', hint: 'One.\nTwo.', line: 9 }, 'a')).toBe(
    'f.yaml:9:1  No "a\n    f.yaml:7:7  b".\n    hint: One.\n    Two.',
  );
});

test('colours go around the parts', () => {
  const tag = (name: string) => (text: string) => `<${name}>${text}</${name}>`;
  const paint = { ...PLAIN, place: tag('p'), error: tag('e'), dim: tag('d') };
  expect(formatDiagnostics([problem({ hint: 'Yes.' })], 'a', paint)).toEqual([
    '<p>f.yaml:1:1</p>  No.\n<d>    1 | </d>a\n        <e>^</e>\n    <d>hint:</d> Yes.',
  ]);
});

test('the mark is never wider than the shown line', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(300), fc.nat(300), (text, column, length) => {
      const [line = ''] = text.split('\n');
      const shown = show({ column: Math.min(column, line.length) + 1, length: length + 1 }, line)?.split('\n') ?? [];
      const [, frame, mark] = shown;
      expect(textWidth(mark?.trimEnd() ?? '') <= Math.max(9, textWidth(frame ?? '') + 1)).toBe(true);
    }),
  );
});
