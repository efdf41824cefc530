import { expect, test } from 'vitest';
import { fit, fitMiddle, pad } from './fit-text.js';

test.each([
  ['abcdef', 4, 'abc…'],
  ['abcd', 4, 'abcd'],
  ['日本語', 4, '日…'],
  ['abc', 0, ''],
  ['abc', 1, '…'],
])('%j in %i columns is %j', (text, columns, fitted) => {
  expect(fit(text, columns)).toBe(fitted);
});

test.each([
  ['task-001', 8, 'task-001'],
  ['task-001', 6, 'tas…01'],
  ['task-001', 2, 't…'],
  ['task-001', 1, '…'],
])('the name %j in %i columns is %j', (name, columns, fitted) => {
  expect(fitMiddle(name, columns)).toBe(fitted);
});

test('a padded text takes exactly its columns', () => {
  expect([pad('a', 3), pad('日', 3), pad('abcd', 3)]).toEqual(['a  ', '日 ', 'ab…']);
});
