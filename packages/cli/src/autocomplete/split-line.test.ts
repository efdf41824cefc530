import { expect, test } from 'vitest';
import { splitLine } from './split-line.js';

test.each([
  ['agentflow ru', ['agentflow', 'ru']],
  ['agentflow run ', ['agentflow', 'run', '']],
  ['a  b\tc', ['a', 'b', 'c']],
  [`a "b c" d'e f'`, ['a', 'b c', 'de f']],
  ['a b\\ c', ['a', 'b c']],
  [`a 'b\\ c`, ['a', 'b\\ c']],
  [`a "it's`, ['a', "it's"]],
  ['a b\\', ['a', 'b']],
  ['', ['']],
])('%j has the words %j', (line, words) => {
  expect(splitLine(line).words).toEqual(words);
});

test.each([
  ['a b', ''],
  ['a "b', '"'],
  [`a "it's`, '"'],
  [`a 'b\\'`, ''],
  [`a 'b "c`, "'"],
])('%j ends in the quote %j', (line, quote) => {
  expect(splitLine(line).quote).toBe(quote);
});
