import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { refusal } from './refusal.js';

const EXAMPLE = new URL('../../examples/stages-quickstart.yaml', import.meta.url);

test('WHEN a comment at the head of a file lost its "#" THEN its line is the one problem', async () => {
  const lines = (await readFile(EXAMPLE, 'utf8')).split('\n');
  const workflow = lines.with(1, 'a comment that lost its sign').join('\n');
  expect(await refusal(workflow)).toMatchInlineSnapshot(`
    "f.yaml:2:1  This line is neither "key: value" nor a list item.
        2 | a comment that lost its sign
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: Put ":" behind a key, or "#" before a comment. More may show once this is mended.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN several mistakes do not disturb each other THEN all of them are told, and what one brings about is not', async () => {
  expect(
    await refusal(`name:release
description: Soon: a release
nodes:
  - id: build
    bash: @make all
  - id: test
      bash: make test
  - id: ship
    depends_on: [build, test
    bash: make ship
`),
  ).toMatchInlineSnapshot(`
    "f.yaml:1:5  There is no space after this ":".
        1 | name:release
                ^
        hint: Write "name: release".

    f.yaml:2:14  A text without quotes cannot hold ": ".
        2 | description: Soon: a release
                         ^^^^^^^^^^^^^^^
        hint: Put it in quotes: "Soon: a release"; a key of its own begins a new line.

    f.yaml:5:11  A text without quotes cannot begin with "@".
        5 |     bash: @make all
                      ^
        hint: Put it in quotes: "@make all".

    f.yaml:7:7  This line is indented deeper than "id" in line 6, so it goes on with its text, which cannot hold ": ".
        7 |       bash: make test
                  ^^^^^^^^^^^^^^^
        hint: Indent both alike if they are neighbours; else put the text in quotes, or write it below "|". More may show once this is mended.

    ✗ f.yaml has 4 errors
    "
  `);
});

test('WHEN the only key of a node has no space after its colon THEN the node is a text, and the hint says why', async () => {
  expect(
    await refusal('name: release\ndescription: Soon\nnodes:\n  - id:build\n    bash:make\n'),
  ).toMatchInlineSnapshot(`
    "f.yaml:4:5  A node is a mapping with "id" and a node type, but it is "id:build bash:make".
        4 |   - id:build
                ^^^^^^^^
        hint: Write a space after the colon: "id: …".

    ✗ f.yaml has 1 error
    "
  `);
});
