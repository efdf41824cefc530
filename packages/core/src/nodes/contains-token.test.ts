import { expect, test } from 'vitest';
import { containsToken } from './contains-token.js';

test.each([
  ['COMPLETE', true],
  ['It is COMPLETE.', true],
  ['<done>COMPLETE</done>', true],
  ['**COMPLETE**', true],
  ['_COMPLETE_', true],
  ['__COMPLETE__.', true],
  ['TASK_COMPLETE', false],
  ['COMPLETE__LATER', false],
  ['(COMPLETE)', true],
  ['"COMPLETE"', true],
  ['status: COMPLETE\nbye', true],
  ['INCOMPLETE', false],
  ['COMPLETED', false],
  ['COMPLETE_LATER', false],
  ['COMPLETE-ish', false],
  ['NOT-COMPLETE', false],
  ['éCOMPLETE', false],
  ['complete', false],
  ['INCOMPLETE, then COMPLETE', true],
  ['', false],
])('%j holds COMPLETE as a whole token: %s', (text, expected) => {
  expect(containsToken(text, 'COMPLETE')).toBe(expected);
});

test.each([
  ['<promise>DONE</promise>', 'x <promise>DONE</promise> y', true],
  ['[ok] (a|b)*', 'so [ok] (a|b)* it is', true],
  ['a-b', 'a-b', true],
  ['a-b', 'a-bc', false],
  ['$done', 'cost $done.', true],
])('the token %j is taken literally', (token, text, expected) => {
  expect(containsToken(text, token)).toBe(expected);
});
