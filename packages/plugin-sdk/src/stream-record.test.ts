import { expect, test } from 'vitest';
import { numberOf, parseRecord, recordOf, recordsOf, textOf } from './stream-record.js';

test.each([
  ['{"type":"init"}', { type: 'init' }],
  ['A banner.', undefined],
  ['{"type":', undefined],
  ['[{"type":"init"}]', undefined],
  ['null', undefined],
  ['7', undefined],
  ['', undefined],
])('the line %s holds %j', (line, record) => {
  expect(parseRecord(line)).toEqual(record);
});

test('a field of another kind than expected is empty, or null where 0 would be a lie', () => {
  const others = [undefined, null, true, 'text', 7, [{ a: 1 }, 'b', null], { a: 1 }];
  expect(others.map(recordOf)).toEqual([{}, {}, {}, {}, {}, {}, { a: 1 }]);
  expect(others.map(recordsOf)).toEqual([[], [], [], [], [], [{ a: 1 }], []]);
  expect(others.map(textOf)).toEqual(['', '', '', 'text', '', '', '']);
  expect(others.map(numberOf)).toEqual([null, null, null, null, 7, null, null]);
});
