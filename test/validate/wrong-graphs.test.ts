import { expect, test } from 'vitest';
import { refusal } from './refusal.js';

const nodes = (...lines: string[]) => `name: a\ndescription: b\nnodes:\n${lines.join('')}`;
const node = (id: string, ...dependsOn: string[]) =>
  `  - {id: ${id}, bash: "true", depends_on: [${dependsOn.join(', ')}]}\n`;

test('WHEN a workflow has a cycle THEN it is refused with place and hint', async () => {
  expect(await refusal(nodes(node('a', 'c'), node('b', 'a'), node('c', 'b')))).toMatchInlineSnapshot(`
    "f.yaml:4:40  These nodes depend on each other in a circle: a → c → b → a.
        4 |   - {id: a, bash: "true", depends_on: [c]}
                                                   ^
        hint: Each waits for the next, so none could ever start. Take one of these dependencies out.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has two cycles that touch THEN it is refused with place and hint', async () => {
  expect(
    await refusal(nodes(node('a', 'b'), node('b', 'a'), node('c', 'a', 'd'), node('d', 'c'))),
  ).toMatchInlineSnapshot(`
    "f.yaml:4:40  These nodes depend on each other in a circle: a → b → a.
        4 |   - {id: a, bash: "true", depends_on: [b]}
                                                   ^
        hint: Each waits for the next, so none could ever start. Take one of these dependencies out.

    f.yaml:6:43  These nodes depend on each other in a circle: c → d → c.
        6 |   - {id: c, bash: "true", depends_on: [a, d]}
                                                      ^
        hint: Each waits for the next, so none could ever start. Take one of these dependencies out.

    ✗ f.yaml has 2 errors
    "
  `);
});

test('WHEN a workflow has a node that depends on itself THEN it is refused with place and hint', async () => {
  expect(await refusal(nodes(node('a', 'a')))).toMatchInlineSnapshot(`
    "f.yaml:4:40  Node "a" depends on itself.
        4 |   - {id: a, bash: "true", depends_on: [a]}
                                                   ^
        hint: Take this dependency out.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has a dependency that does not exist THEN it is refused with place and hint', async () => {
  expect(await refusal(nodes(node('build'), node('test', 'biuld')))).toMatchInlineSnapshot(`
    "f.yaml:5:43  Node "test" depends on "biuld", which does not exist.
        5 |   - {id: test, bash: "true", depends_on: [biuld]}
                                                      ^^^^^
        hint: Did you mean "build"?

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has an id twice THEN it is refused with place and hint', async () => {
  expect(await refusal(nodes(node('a'), node('b'), node('a', 'b')))).toMatchInlineSnapshot(`
    "f.yaml:6:10  The id "a" is used a second time.
        6 |   - {id: a, bash: "true", depends_on: [b]}
                     ^
        hint: Node "a" stands in line 4; give this one another id.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has no node THEN it is refused with place and hint', async () => {
  expect(await refusal('name: a\ndescription: b\nnodes: []\n')).toMatchInlineSnapshot(`
    "f.yaml:3:1  The workflow has no node.
        3 | nodes: []
            ^^^^^
        hint: Begin one with "- id: …".

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has no task THEN it is refused with place and hint', async () => {
  expect(await refusal('name: a\nstages:\n  - {name: one, tasks: []}\n')).toMatchInlineSnapshot(`
    "f.yaml:2:1  The workflow has no task.
        2 | stages:
            ^^^^^^
        hint: Give a stage at least one task.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has nodes that are no list THEN it is refused with place and hint', async () => {
  expect(await refusal('name: a\ndescription: b\nnodes: {a: {bash: "true"}}\n')).toMatchInlineSnapshot(`
    "f.yaml:3:8  "nodes" must be a list, but it is a mapping.
        3 | nodes: {a: {bash: "true"}}
                   ^^^^^^^^^^^^^^^^^^^
        hint: Begin each node with "- id: …".

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has a node that is no mapping THEN it is refused with place and hint', async () => {
  expect(await refusal(nodes('  - npm test\n'))).toMatchInlineSnapshot(`
    "f.yaml:4:5  A node is a mapping with "id" and a node type, but it is "npm test".
        4 |   - npm test
                ^^^^^^^^
        hint: Write, for example, "- {id: test, bash: npm test}".

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has neither stages nor nodes THEN it is refused with place and hint', async () => {
  expect(await refusal('name: a\nsteps: []\n')).toMatchInlineSnapshot(`
    "f.yaml:1:1  The workflow has neither "stages" nor "nodes".
        1 | name: a
            ^^^^^^^
        hint: Add "nodes:" (a graph) or "stages:" (groups that run one after the other).

    f.yaml:2:1  warning Nothing reads the key "steps" here.
        2 | steps: []
            ^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    ✗ f.yaml has 1 error, 1 warning
    "
  `);
});

test('WHEN a workflow has both stages and nodes THEN it is refused with place and hint', async () => {
  expect(
    await refusal(
      'name: a\ndescription: b\nstages: [{name: s, tasks: [{id: t, adapter: claude}]}]\nnodes: [{id: x, bash: a}]\n',
    ),
  ).toMatchInlineSnapshot(`
    "f.yaml:4:1  The workflow has both "stages" and "nodes"; keep one.
        4 | nodes: [{id: x, bash: a}]
            ^^^^^
        hint: Stages are groups that run one after the other; nodes are a graph.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has no name THEN it is refused with place and hint', async () => {
  expect(await refusal('description: b\nnodes: [{id: x, bash: "true"}]\n')).toMatchInlineSnapshot(`
    "f.yaml:1:1  The workflow has no "name".
        1 | description: b
            ^^^^^^^^^^^^^^
        hint: Add "name: …" at the top.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a workflow has nodes without a description THEN it is refused with place and hint', async () => {
  expect(await refusal('name: a\nnodes: [{id: x, bash: "true"}]\n')).toMatchInlineSnapshot(`
    "f.yaml:2:1  A workflow with "nodes" needs a "description".
        2 | nodes: [{id: x, bash: "true"}]
            ^^^^^
        hint: Say in a sentence what it does.

    ✗ f.yaml has 1 error
    "
  `);
});
