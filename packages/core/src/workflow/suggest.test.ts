import fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean, Suggester, suggest } from './suggest.js';

const NAMES = ['prompt', 'command', 'bash', 'script', 'loop', 'approval', 'cancel', 'depends_on'];

test.each([
  ['promt', 'prompt'],
  ['prmopt', 'prompt'],
  ['Prompt', 'prompt'],
  ['aproval', 'approval'],
  ['depend_on', 'depends_on'],
  ['bsah', 'bash'],
  ['lop', 'loop'],
  ['dependson', 'depends_on'],
  ['x', undefined],
  ['python', undefined],
  ['', undefined],
])('WHEN somebody writes %j THEN %j is suggested', (written, expected) => {
  expect(suggest(written, NAMES)).toBe(expected);
});

test.each([
  ['vlidate', 'validate'],
  ['stauts', 'status'],
  ['RUN', 'run'],
  ['rn', 'run'],
  ['deploy', undefined],
])('WHEN somebody types the command %s THEN %s is suggested', (written, meant) => {
  expect(suggest(written, ['run', 'validate', 'status'])).toBe(meant);
});

test('a suggestion is a question, or nothing', () => {
  expect(didYouMean('promt', NAMES)).toBe('Did you mean "prompt"?');
  expect(didYouMean('zebra', NAMES)).toBeUndefined();
});

test('of several candidates the nearest is suggested', () => {
  expect(suggest('timeot', ['idle_timeout', 'timeouts', 'timeout'])).toBe('timeout');
});

test('a word of the list is always suggested for itself', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 }), ([first = '', ...rest]) => {
      return suggest(first, [first, ...rest]) === first;
    }),
  );
});

test('a long list is shown in part, and after a hundred searches there are no more', () => {
  const ids = Array.from({ length: 15 }, (_, index) => `node${index}`);
  const suggester = new Suggester(ids);
  expect(suggester.list()).toBe(`${ids.slice(0, 12).join(', ')} and 3 more`);
  expect(new Suggester(['a', 'b']).list()).toBe('a, b');
  const answers = Array.from({ length: 101 }, () => suggester.didYouMean('nod0'));
  expect([answers[0], answers[99], answers[100]]).toEqual([
    'Did you mean "node0"?',
    'Did you mean "node0"?',
    undefined,
  ]);
});

test('there is nothing to suggest for a name that nobody types', () => {
  expect(suggest('a'.repeat(100), ['a'.repeat(101)])).toBe('a'.repeat(101));
  expect(suggest('a'.repeat(101), ['a'.repeat(101)])).toBeUndefined();
});
