import { expect, test } from 'vitest';
import { suggest } from './suggest.js';

test.each([
  ['vlidate', 'validate'],
  ['stauts', 'status'],
  ['RUN', 'run'],
  ['rn', 'run'],
  ['deploy', undefined],
])('%s → %s', (written, meant) => {
  expect(suggest(written, ['run', 'validate', 'status'])).toBe(meant);
});

test('there is nothing to suggest for a name that nobody types', () => {
  expect(suggest('a'.repeat(100), ['a'.repeat(101)])).toBe('a'.repeat(101));
  expect(suggest('a'.repeat(101), ['a'.repeat(101)])).toBeUndefined();
});
