import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { refusal } from './refusal.js';

const nodes = (...list: string[]) =>
  `name: n\ndescription: d\nnodes:\n${list.map((node) => `  - {${node}}\n`).join('')}`;
const task = (fields: string) => `name: n\nstages:\n  - name: s\n    tasks:\n      - {${fields}}\n`;

async function planned(workflow: string): Promise<Record<string, unknown>[]> {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': workflow });
  const { code, stdout, stderr } = await rig.run('graph f.yaml --json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return (JSON.parse(stdout) as { nodes: Record<string, unknown>[] }).nodes;
}

test('WHEN a YAML file contains a name, a description and at least one node THEN it is a valid workflow', async () => {
  expect(await planned(nodes('id: a, bash: "true"'))).toMatchObject([{ id: 'a', type: 'bash' }]);
});

test('WHEN a YAML file lacks a name THEN it is rejected', async () => {
  expect(await refusal('description: d\nnodes: [{id: a, bash: "true"}]\n')).toMatchInlineSnapshot(`
    "f.yaml:1:1  The workflow has no "name".
        1 | description: d
            ^^^^^^^^^^^^^^
        hint: Add "name: …" at the top.

    ✗ f.yaml has 1 error
    "
  `);
});

test.each([
  ['prompt', 'prompt: p, adapter: claude'],
  ['command', 'command: review, adapter: claude'],
  ['bash', 'bash: x'],
  ['script', 'script: a b, runtime: node'],
  ['loop', 'loop: {prompt: p, until: DONE, max_iterations: 2}, adapter: claude'],
  ['approval', 'approval: ok?'],
  ['cancel', 'cancel: no'],
])('WHEN a node has the one mode field %s THEN it is a node of that type', async (type, fields) => {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': nodes(`id: a, ${fields}`), '.agentflow/commands/review.md': 'Review' });
  const { stdout } = await rig.run('graph f.yaml --json');
  expect(JSON.parse(stdout)).toMatchObject({ nodes: [{ id: 'a', type }] });
});

test('WHEN a node has both prompt and bash THEN it is rejected with a mutual-exclusivity error', async () => {
  expect(await refusal(nodes('id: a, prompt: p, bash: b, adapter: claude'))).toMatchInlineSnapshot(`
    "f.yaml:4:24  Node "a" has both "prompt" and "bash"; keep one.
        4 |   - {id: a, prompt: p, bash: b, adapter: claude}
                                   ^^^^
        hint: Take one out, or make two nodes of it.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a node has none of the mode fields THEN it is rejected', async () => {
  expect(await refusal(nodes('id: a, timeout: 5'))).toMatchInlineSnapshot(`
    "f.yaml:4:5  Node "a" has no node type.
        4 |   - {id: a, timeout: 5}
                ^^^^^^^^^^^^^^^^^^^
        hint: Give it one of prompt, command, bash, script, loop, approval, cancel.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN two nodes share the same id THEN the workflow is rejected', async () => {
  expect(await refusal(nodes('id: a, bash: x', 'id: a, bash: y'))).toMatchInlineSnapshot(`
    "f.yaml:5:10  The id "a" is used a second time.
        5 |   - {id: a, bash: y}
                     ^
        hint: Node "a" stands in line 4; give this one another id.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a node has an empty prompt THEN it is rejected', async () => {
  expect(await refusal(nodes('id: a, prompt: "", adapter: claude'))).toMatchInlineSnapshot(`
    "f.yaml:4:21  "prompt" is blank.
        4 |   - {id: a, prompt: "", adapter: claude}
                                ^^
        hint: Write its text, or take the key out.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a headless task has no prompt THEN validation fails with an error', async () => {
  expect(await refusal(task('id: a, adapter: claude, executionMode: headless'))).toMatchInlineSnapshot(`
    "f.yaml:5:9  The headless task "a" has no "prompt".
        5 |       - {id: a, adapter: claude, executionMode: headless}
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: Nobody can type into a headless agent: say in "prompt" what to do, or use "executionMode: interactive".

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN extraArgs has an element that is no string THEN the workflow is rejected', async () => {
  expect(await refusal(task('id: a, adapter: claude, extraArgs: [--turns, 5]'))).toMatchInlineSnapshot(`
    "f.yaml:5:55  Item 2 of "extraArgs" must be a text, but it is 5.
        5 |       - {id: a, adapter: claude, extraArgs: [--turns, 5]}
                                                                  ^
        hint: Put it in quotes: "5".

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a task names an adapter that is registered THEN validation passes', async () => {
  expect(await planned(task('id: a, adapter: gemini'))).toMatchObject([{ id: 'a', adapter: 'gemini' }]);
});

test('WHEN a task names an adapter that is not registered THEN validation fails and names it', async () => {
  expect(await refusal(task('id: a, adapter: codex'))).toMatchInlineSnapshot(`
    "f.yaml:5:26  No adapter is called "codex".
        5 |       - {id: a, adapter: codex}
                                     ^^^^^
        hint: Registered are claude, gemini, demo. "agentflow plugins install adapter-codex" would add one.

    ✗ f.yaml has 1 error
    "
  `);
});

test('WHEN a task specifies no name THEN its name is its id, otherwise the specified one', async () => {
  expect(await planned(task('id: a, adapter: gemini'))).toMatchObject([{ name: 'a' }]);
  expect(await planned(task('id: a, adapter: gemini, name: Coder'))).toMatchObject([{ name: 'Coder' }]);
});

test('WHEN one of several names is unknown THEN the others are checked, and it is reported with them', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'good.yaml': 'name: a\ndescription: b\nnodes: [{id: x, bash: "true"}]\n' });
  expect(await rig.run('validate godo good.yaml')).toEqual({
    code: 3,
    stdout: `godo:1:1  There is no workflow "godo".
    hint: Did you mean "good.yaml"?

✗ godo has 1 error
✓ good.yaml is valid (1 node)
`,
    stderr: '',
  });
  const { code, stdout } = await rig.run('validate good.yaml godo --json');
  const { files, error } = JSON.parse(stdout) as { files: { file: string; valid: boolean }[]; error: object };
  expect({ code, files: files.map(({ file, valid }) => [file, valid]), error }).toEqual({
    code: 3,
    files: [
      ['good.yaml', true],
      ['godo', false],
    ],
    error: {
      code: 'invalid-workflow',
      message: '1 error',
      file: 'godo',
      line: 1,
      column: 1,
      hint: 'Did you mean "good.yaml"?',
    },
  });
});

test('WHEN a condition uses a variable that has no value THEN the hint leads to no other error', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'f.yaml': 'name: a\ndescription: b\nnodes: [{id: x, bash: "true", when: "$LOOP_ITERATION > 1"}]\n',
  });
  expect((await rig.run('validate f.yaml')).stdout).toMatchInlineSnapshot(`
    "f.yaml:3:38  "$LOOP_ITERATION" has no value in a condition.
        3 | nodes: [{id: x, bash: "true", when: "$LOOP_ITERATION > 1"}]
                                                 ^^^^^^^^^^^^^^^
        hint: A condition is judged before its node runs; use the output of another node, or take it out.

    ✗ f.yaml has 1 error
    "
  `);
});
