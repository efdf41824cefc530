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
  },
};

test.each<[path: string, missing: string | undefined]>([
  ['', undefined],
  ['verdict', undefined],
  ['verdit', 'verdit'],
  ['files.0.path', undefined],
  ['files.0.name', 'name'],
  ['open.b', undefined],
  ['closed.b', 'b'],
  ['any.thing.at.all', undefined],
  ['toString', 'toString'],
])('WHEN the path is %j THEN %j is missing', (path, missing) => {
  expect(missingField(SCHEMA, path.split('.').filter(Boolean))?.field).toBe(missing);
});
