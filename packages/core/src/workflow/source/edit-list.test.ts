import { expect, test } from 'vitest';
import { addToList, removeFromList } from './edit-list.js';

const isB = (item: unknown) => item === 'b';

test.each([
  ['an empty file', '', 'plugins:\n  - b\n'],
  ['a file with comments only', '# ours\n', '# ours\n\nplugins:\n  - b\n'],
  ['other keys', '# ours\nx: [1, 2] # why\n', '# ours\nx: [1, 2] # why\nplugins:\n  - b\n'],
  ['a list', 'plugins:\n  - a # first\n  # more\nx: 1\n', 'plugins:\n  - a # first\n  - b\n  # more\nx: 1\n'],
  ['a list at the margin', 'plugins:\n- a\n', 'plugins:\n- a\n- b\n'],
  ['a list on one line', "plugins: ['a', [./c, {o: 1}]]\n", "plugins: ['a', [./c, {o: 1}], b]\n"],
  ['an empty key', 'plugins:\nx: 1\n', 'plugins:\n  - b\nx: 1\n'],
  ['JSON', '{\n    "x": 1\n}\n', '{\n    "x": 1,\n    "plugins": [\n        "b"\n    ]\n}\n'],
])('WHEN a text is added to %s THEN comments, order and style stay', (_title, before, after) => {
  expect(addToList(before, 'plugins', 'b')).toBe(after);
});

test.each([
  ['one of several', 'plugins:\n  - a # first\n  - b # second\n  - c\n', 'plugins:\n  - a # first\n  - c\n'],
  ['the only one', '# ours\nx: 1 # why\nplugins:\n  - b\n', '# ours\nx: 1 # why\n'],
  ['none', 'plugins: [a]\n', 'plugins: [a]\n'],
])('WHEN %s is taken out of a list THEN all else stays', (_title, before, after) => {
  expect(removeFromList(before, 'plugins', isB)).toBe(after);
});
