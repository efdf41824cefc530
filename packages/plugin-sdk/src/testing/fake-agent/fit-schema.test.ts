import { expect, test } from 'vitest';
import { fitSchema } from './fit-schema.js';

test.each([
  ['a text', { type: 'string' }, 'words'],
  ['a text of a length', { type: 'string', minLength: 7 }, 'words..'],
  ['a text of no more than a length', { type: 'string', maxLength: 3 }, 'wor'],
  ['a date', { type: 'string', format: 'date' }, '2000-01-01'],
  ['a number above another', { type: 'number', exclusiveMinimum: 2 }, 3],
  ['a number below zero', { type: 'integer', maximum: -4 }, -4],
  ['a multiple', { type: 'integer', minimum: 3, multipleOf: 5 }, 5],
  ['yes', { type: 'boolean' }, true],
  ['null', { type: 'null' }, null],
  ['the first of several types', { type: ['integer', 'null'] }, 1],
  ['a constant', { const: 0 }, 0],
  ['a default', { type: 'string', default: 'x' }, 'x'],
  ['a list', { type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
  ['an empty list', { type: 'array', minItems: 0 }, []],
  ['a choice', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1],
  [
    'all of several',
    { allOf: [{ properties: { a: { const: 1 } } }, { properties: { b: { const: 2 } } }] },
    { a: 1, b: 2 },
  ],
  ['a property that is only required', { type: 'object', required: ['a'] }, { a: 'words' }],
  ['a reference', { $ref: '#/$defs/id', $defs: { id: { type: 'integer' } } }, 1],
])('%s', (_what, schema, value) => {
  expect(fitSchema(schema, 'words')).toEqual(value);
});

test('a schema that contains itself comes to an end', () => {
  const tree = { type: 'object', required: ['name'], properties: { name: { type: 'string' }, child: { $ref: '#' } } };
  expect(JSON.stringify(fitSchema(tree, 'leaf')).match(/leaf/g)?.length).toBeLessThan(20);
});
