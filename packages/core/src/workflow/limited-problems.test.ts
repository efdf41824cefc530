import { expect, test } from 'vitest';
import { LimitedProblems } from './limited-problems.js';

const problems = (count: number, severity: 'error' | 'warning') =>
  Array.from(
    { length: count },
    (_, index) => ({ code: 'invalid-value', message: `${severity} ${index}`, severity }) as const,
  );

function limited(all: ReturnType<typeof problems>) {
  const list = new LimitedProblems<(typeof all)[number]>();
  for (const problem of all) list.add(problem);
  return list.all;
}

test('a thousand problems are shown as they are', () => {
  const all = problems(1000, 'error');
  expect(limited(all)).toEqual(all);
});

test('of more, errors come first, and one problem counts the rest', () => {
  const shown = limited([...problems(900, 'warning'), ...problems(600, 'error')]);
  expect([shown.length, shown[0]?.message, shown[599]?.message, shown[600]?.message]).toEqual([
    1001,
    'error 0',
    'error 599',
    'warning 0',
  ]);
  expect(shown.at(-1)).toEqual({
    code: 'too-many-problems',
    severity: 'warning',
    message: 'There are 500 more problems, here and elsewhere.',
    hint: 'Correct the others first.',
  });
});

test('WHEN an error is among the rest THEN the rest counts as an error', () => {
  expect(limited(problems(1001, 'error')).at(-1)?.severity).toBe('error');
});
