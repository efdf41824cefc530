import { expect, test } from 'vitest';
import { wantsColor } from './wants-color.js';

const terminal = { isTTY: true };
const pipe = {};

test.each([
  ['a terminal', terminal, {}, true],
  ['a pipe', pipe, {}, false],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, false],
  ['NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
  ['FORCE_COLOR in a pipe', pipe, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0 in a terminal', terminal, { FORCE_COLOR: '0' }, false],
  ['FORCE_COLOR with NO_COLOR', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
])('%s', (_, stream, environment, wanted) => {
  expect(wantsColor(stream, environment)).toBe(wanted);
});
