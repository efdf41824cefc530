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
  [
    'JSON of any form',
    '{"x": [1,  2],\n\n "y": {"z": 1}\n}',
    '{"x": [1,  2],\n\n "y": {"z": 1},\n "plugins": [\n  "b"\n ]\n}',
  ],
  ['JSON on one line', '{"x":1,"plugins":["a"]}', '{"x":1,"plugins":["a", "b"]}'],
  ['an empty object', '{}\n', '{"plugins": ["b"]}\n'],
  [
    'YAML that looks like JSON',
    '{ # ours\n  x: 1, # why\n\n  y: [1,   2] # too\n}\n',
    '{ # ours\n  x: 1, # why\n\n  y: [1,   2], # too\n  plugins: [b]\n}\n',
  ],
  [
    'a list over several lines',
    'plugins: [\n  a, # first\n  c, # last\n]\n',
    'plugins: [\n  a, # first\n  c, # last\n  b,\n]\n',
  ],
  ['a list with a line break in it', 'plugins: [a,\n  c]\n', 'plugins: [a,\n  c, b]\n'],
  ['an empty list', 'plugins: []\nx: 1\n', 'plugins: [b]\nx: 1\n'],
  ['null', 'plugins: ~ # none\nx: 1\n', 'plugins: [b] # none\nx: 1\n'],
  ['an empty key with a comment', 'plugins: # none\nx: 1\n', 'plugins: # none\n  - b\nx: 1\n'],
  [
    'a file with a form of its own',
    'x:\n      y:   [1,2]\n\n\nplugins:\n    -   a\n\n# end\nz: {a:   1}\n',
    'x:\n      y:   [1,2]\n\n\nplugins:\n    -   a\n    - b\n\n# end\nz: {a:   1}\n',
  ],
  [
    'a list whose last item has options',
    'plugins:\n  - - ./c\n    - o: 1\n      p: 2 # two\nx: 1\n',
    'plugins:\n  - - ./c\n    - o: 1\n      p: 2 # two\n  - b\nx: 1\n',
  ],
  ['a file without a last line break', 'x: 1', 'x: 1\nplugins:\n  - b\n'],
  ['a list without a last line break', 'plugins:\n  - a', 'plugins:\n  - a\n  - b'],
  ['a file of Windows', '# ours\r\nplugins:\r\n  - a\r\nx: 1\r\n', '# ours\r\nplugins:\r\n  - a\r\n  - b\r\nx: 1\r\n'],
  ['a file of Windows without the list', 'x: 1\r\n', 'x: 1\r\nplugins:\r\n  - b\r\n'],
  ['a text that keeps its line breaks', 'x: |+\n  a\n\n', 'x: |+\n  a\n\nplugins:\n  - b\n'],
  ['a document with its end', 'x: 1\n...\n', 'x: 1\nplugins:\n  - b\n...\n'],
  ['a list that is another one', 'x: &x [a] # why\nplugins: *x\n', 'x: &x [a] # why\nplugins:\n  - a\n  - b\n'],
])('WHEN a text is added to %s THEN comments, order and style stay', (_title, before, after) => {
  expect(addToList(before, 'plugins', 'b')).toBe(after);
});

test.each([
  ['one of several', 'plugins:\n  - a # first\n  - b # second\n  - c\n', 'plugins:\n  - a # first\n  - c\n'],
  ['the only one', '# ours\nx: 1 # why\nplugins:\n  - b\n', '# ours\nx: 1 # why\n'],
  ['none', 'plugins:   [a]\n', 'plugins:   [a]\n'],
  ['one on a line with others', 'plugins: [a, b, c]\n', 'plugins: [a, c]\n'],
  ['the last on a line with others', 'plugins: [a, b] # x\n', 'plugins: [a] # x\n'],
  ['the first of JSON', '{"plugins": [\n  "b",\n  "c"\n], "x":  1}', '{"plugins": [\n  "c"\n], "x":  1}'],
  ['the only one of JSON', '{"x":  1, "plugins": ["b"]}', '{"x":  1}'],
  ['the only one before others', 'plugins: [b] # x\n\n# y\ny:   1\n', '\n# y\ny:   1\n'],
  ['one of a list that is another one', 'x: &x [a, b] # why\nplugins: *x\n', 'x: &x [a, b] # why\nplugins:\n  - a\n'],
  ['one of Windows', 'plugins:\r\n  - a\r\n  - b # x\r\n', 'plugins:\r\n  - a\r\n'],
])('WHEN %s is taken out of a list THEN all else stays', (_title, before, after) => {
  expect(removeFromList(before, 'plugins', isB)).toBe(after);
});
