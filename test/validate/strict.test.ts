import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const WITH_WARNINGS = `name: notes
description: Nothing wrong, but two keys that nothing reads
adapter: claude
nodes:
  - id: greet
    prompt: Say hello
    permisions: full
    x-owner: docs team
  - id: count
    bash: wc -l README.md
    model: opus
`;

test('WHEN a workflow has only warnings THEN it is valid and the exit code is 0', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'notes.yaml': WITH_WARNINGS });
  const { code, stdout, stderr } = await rig.run('validate notes.yaml');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatchInlineSnapshot(`
    "notes.yaml:7:5  warning Nothing reads the key "permisions" here.
        7 |     permisions: full
                ^^^^^^^^^^
        hint: Did you mean "permissions"?

    notes.yaml:11:5  warning "model" has no effect here: a bash node runs no agent.
       11 |     model: opus
                ^^^^^
        hint: Take it out.

    ✓ notes.yaml is valid (2 nodes), with 2 warnings
    "
  `);
});

test('WHEN the same is validated with --strict THEN the warnings are errors and the exit code is 3', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'notes.yaml': WITH_WARNINGS });
  const { code, stdout } = await rig.run('validate --strict notes.yaml');
  expect(code).toBe(3);
  expect(stdout).toMatchInlineSnapshot(`
    "notes.yaml:7:5  Nothing reads the key "permisions" here.
        7 |     permisions: full
                ^^^^^^^^^^
        hint: Did you mean "permissions"?

    notes.yaml:11:5  "model" has no effect here: a bash node runs no agent.
       11 |     model: opus
                ^^^^^
        hint: Take it out.

    ✗ notes.yaml has 2 errors
    "
  `);
  const asJson = await rig.run('validate --strict notes.yaml --json');
  const { errors, warnings } = JSON.parse(asJson.stdout) as Record<string, unknown>;
  expect({ code: asJson.code, errors, warnings }).toEqual({ code: 3, errors: 2, warnings: 0 });
});

test('WHEN no file is named THEN every workflow of the project is checked', async () => {
  await using rig = await TestRig.create();
  const empty = await rig.run('validate');
  expect(empty).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "error: There is no workflow to check: .agentflow/workflows is empty or absent.
    hint: Name a file: agentflow validate FILE
    ",
      "stdout": "",
    }
  `);
  await rig.write({
    '.agentflow/workflows/a.yaml': 'name: a\ndescription: b\nnodes: [{id: x, bash: "true"}]\n',
    '.agentflow/workflows/b.yml': 'name: b\nstages: [{name: s, tasks: [{id: x, adapter: claude}]}]\n',
    '.agentflow/workflows/c.yaml': 'name: c\ndescription: d\nnodes: []\n',
  });
  const { code, stdout } = await rig.run('validate');
  expect(code).toBe(3);
  expect(stdout).toMatchInlineSnapshot(`
    "✓ .agentflow/workflows/a.yaml is valid (1 node)
    ✓ .agentflow/workflows/b.yml is valid (1 node)
    .agentflow/workflows/c.yaml:3:1  The workflow has no node.
        3 | nodes: []
            ^^^^^
        hint: Begin one with "- id: …".

    ✗ .agentflow/workflows/c.yaml has 1 error
    "
  `);
});

test('WHEN several files are named THEN each gets its verdict, a missing one too', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'notes.yaml': 'name: a\ndescription: b\nnodes: [{id: x, bash: "true"}]\n', 'folder.yaml/x': '' });
  const { code, stdout } = await rig.run('validate notes.yaml gone.yaml folder.yaml');
  expect(code).toBe(3);
  expect(stdout).toMatchInlineSnapshot(`
    "✓ notes.yaml is valid (1 node)
    gone.yaml:1:1  There is no such file.
        hint: Look at its name and folder.

    ✗ gone.yaml has 1 error
    folder.yaml:1:1  This is a folder, not a file.
        hint: Name one of the files in it.

    ✗ folder.yaml has 1 error
    "
  `);
});

test('WHEN the front matter of a command cannot be used THEN that is a warning at the command', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    '.agentflow/commands/review.md': '---\nmodel: [opus\n---\nReview it.\n',
    'f.yaml': 'name: a\ndescription: b\nadapter: demo\nnodes: [{id: x, command: review}]\n',
  });
  expect(await rig.run('validate f.yaml')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "f.yaml:4:26  warning The front matter of <work>/.agentflow/commands/review.md is left out: in line 2: This "[" is never closed.
        4 | nodes: [{id: x, command: review}]
                                     ^^^^^^
        hint: Correct it; what it sets, such as the model, has no effect.

    ✓ f.yaml is valid (1 node), with 1 warning
    ",
    }
  `);
});
