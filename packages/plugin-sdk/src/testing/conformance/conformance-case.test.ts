import { expect, test } from 'vitest';
import { bindCases, conformanceCase, leftOutCase } from './conformance-case.js';

test('a case that is left out is told as skipped, or by its name where nothing can be skipped', () => {
  const told: string[] = [];
  const tell = (how: string) => (name: string) => void told.push(`${how} ${name}`);
  const describeNow = (_title: string, cases: () => void) => cases();
  const cases = [conformanceCase('a', () => {}), leftOutCase('b', 'no time')];
  bindCases(cases, { describe: describeNow, it: Object.assign(tell('it'), { skip: tell('skip') }) }, 'x');
  bindCases(cases, { describe: describeNow, it: tell('it') }, 'x');
  expect(told).toEqual(['it a', 'skip b (left out: no time)', 'it a', 'it b (left out: no time)']);
});
