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
