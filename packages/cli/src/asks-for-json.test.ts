import { expect, test } from 'vitest';
import { asksForJson } from './asks-for-json.js';

test.each([
  [['flow.yaml', '--json'], true],
  [['--json', '--', 'flow.yaml'], true],
  [['flow.yaml', '--', '--json'], false],
  [['--jsonl'], false],
  [[], false],
])('%j → %s', (argv, asked) => {
  expect(asksForJson(argv)).toBe(asked);
});
