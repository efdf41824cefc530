import { expect, test } from 'vitest';
import { missingField } from './output-format.js';

const SCHEMA = {
  type: 'object',
  properties: {
    verdict: { type: 'string' },
    files: { type: 'array', items: { type: 'object', properties: { path: { type: 'string' } } } },
    open: { type: 'object', properties: { a: {} }, additionalProperties: true },
    closed: { type: 'object', properties: { a: {} }, additionalProperties: false },
    any: {},
    count: { type: ['integer', 'null'] },
    tags: { type: 'array' },
  },
};

test.each<[path: string, missing: string | undefined]>([
  ['', undefined],
  ['verdict', undefined],
  ['verdit', 'has no field "verdit"'],
  ['verdict.first', 'says that "verdict" is of type string, so it has no field "first"'],
  ['count.0', 'says that "count" is of type integer or null, so it has no field "0"'],
  ['files.name', 'says that "files" is a list, so it has no field "name"'],
  ['tags.0.any', undefined],
  ['tags.length', 'says that "tags" is a list, so it has no field "length"'],
  ['files.0.path', undefined],
  ['files.0.name', 'has no field "name"'],
  ['open.b', undefined],
  ['closed.b', 'has no field "b"'],
  ['any.thing.at.all', undefined],
  ['toString', 'has no field "toString"'],
])('WHEN the path is %j THEN the answer is %j', (path, missing) => {
  expect(missingField(SCHEMA, path.split('.').filter(Boolean))?.text).toBe(missing);
});
