import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument } from './read-document.js';

/** A document's value, or its problems as `line:column code`. */
function read(text: string): unknown {
  const result = readDocument(text, 'f.yaml');
  if (result.ok) return result.document.value;
  return result.diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`);
}

const nest = (open: string, close: string, depth: number) => `a: ${open.repeat(depth)}x${close.repeat(depth)}`;

test.each<[name: string, text: string, expected: unknown]>([
  ['plain values', 'a: [1, true, null, x, "1"]', { a: [1, true, null, 'x', '1'] }],
  ['YAML 1.2: yes and no are texts', 'a: yes\nb: off', { a: 'yes', b: 'off' }],
  ['keys that are no texts', '1: a\ntrue: b\nnull: c', { 1: 'a', true: 'b', null: 'c' }],
  ['an alias', 'a: &x [1]\nb: *x', { a: [1], b: [1] }],
  ['an alias of a key', '&x a: 1\nb: *x', { a: 1, b: 'a' }],
  ['a merge key', 'a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}', { a: { k: 1, l: 2 }, b: { k: 1, l: 3 } }],
  ['merge keys of a list, the first wins', 'a: {<<: [{k: 1}, {k: 2, l: 3}]}', { a: { k: 1, l: 3 } }],
  ['99 levels', nest('[', ']', 99), expect.anything()],
  ['a duplicate key', 'a: 1\nb: {c: 1, c: 2}\na: 3', ['2:11 yaml-duplicate-key', '3:1 yaml-duplicate-key']],
  ['a duplicate key of another form', '1: a\n"1": b', ['2:1 yaml-duplicate-key']],
  ['an alias without an anchor', 'a: *x', ['1:4 yaml-alias']],
  ['a tag', 'a: !x y', ['1:4 yaml-tag']],
  ['tags whose values are no plain ones', 'a: !!binary eA==\nb: !!omap [c: 1]', ['1:4 yaml-tag', '2:4 yaml-tag']],
  ['YAML 1.1 as YAML 1.2', '%YAML 1.1\n---\na: no\nb: 1:30\nc: {<<: {d: 010}}', { a: 'no', b: '1:30', c: { d: 10 } }],
  ['a key that is a mapping', '? {a: b}\n: c', ['1:3 yaml-key']],
  ['a tab', 'a:\n\tb: c', ['2:1 yaml-syntax']],
  ['an open bracket', 'a: [1, 2', ['1:4 yaml-syntax']],
  ['an open quote', 'a: "x\nb: y\n', ['1:4 yaml-syntax']],
  ['a wrong escape', 'a: "\\q"', ['1:5 yaml-syntax']],
  ['two documents', 'a: 1\n---\nb: 2', ['2:1 yaml-syntax']],
  ['101 brackets', nest('[', ']', 101), ['1:104 yaml-too-deep']],
  ['101 braces', nest('{a: ', '}', 101), ['1:404 yaml-too-deep']],
  ['101 dashes', `${'- '.repeat(101)}x`, ['1:201 yaml-too-deep']],
  ['brackets in a text are no nesting', `a: "${'['.repeat(500)}"\nb: |\n  ${'{'.repeat(500)}`, expect.anything()],
])('%s', (_name, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('lines are counted right behind a block of text that stands behind a mistake', () => {
  expect(read('a\nb: |\n  x\n  y\nc: @z')).toEqual(['1:1 yaml-syntax', '5:4 yaml-syntax']);
});

test('__proto__ is a key like any other, and changes no object', () => {
  const value = read('__proto__: {polluted: 1}\na: {<<: {__proto__: {polluted: 2}}}') as Record<string, object>;
  expect(Object.keys(value)).toEqual(['__proto__', 'a']);
  expect(Object.keys(value.a ?? {})).toEqual(['__proto__']);
  expect('polluted' in value || 'polluted' in {}).toBe(false);
});

test('every problem has a place and a hint, whatever the text', () => {
  const part = fc.constantFrom(
    'a: ',
    '- ',
    '\n',
    '  ',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '|',
    '>',
    '&x ',
    '*x',
    '!t ',
    '? ',
    '#',
    '\t',
    ',',
    'x',
    '%',
    '---',
    '<<: ',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const result = readDocument(text, 'f.yaml');
      const lines = text.split('\n').length;
      for (const { line, column, length, hint } of result.ok ? [] : result.diagnostics) {
        expect(line >= 1 && line <= lines && column >= 1 && length >= 1).toBe(true);
        expect(hint).not.toBe('');
      }
    }),
    { numRuns: 1000 },
  );
});
