import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const TEN_MISTAKES = `name: release
description: Ten different mistakes
nodes:
  - id: plan
    prompt: ""
  - id: build
    adapter: claud
    prompt: Build it
    depends_on: [plann]
  - id: lint
    prompt: Look for mistakes
    adapter: claude
    bash: npm run lint
  - id: test
    bash: npm test
    timeout: soon
    depends_on: [test]
  - id: gate
    aproval: Ship it?
  - id: lint
    bash: "true"
    when: $build.output = 'ok'
    depends_on: [build]
  - id: ship
    bash: |
      set -e
      ./ship.sh "$gate.output"
`;

test('WHEN a file has ten different mistakes THEN ten diagnostics show place, code frame and hint, and the exit code is 3', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'release.yaml': TEN_MISTAKES });
  const { code, stdout, stderr } = await rig.run('validate release.yaml');
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  expect(stdout).toMatchInlineSnapshot(`
    "release.yaml:5:13  "prompt" is blank.
        5 |     prompt: ""
                        ^^
        hint: Write its text, or take the key out.

    release.yaml:7:14  No adapter is called "claud".
        7 |     adapter: claud
                         ^^^^^
        hint: Did you mean "claude"?

    release.yaml:9:18  Node "build" depends on "plann", which does not exist.
        9 |     depends_on: [plann]
                             ^^^^^
        hint: Did you mean "plan"?

    release.yaml:13:5  Node "lint" has both "prompt" and "bash"; keep one.
       13 |     bash: npm run lint
                ^^^^
        hint: Take one out, or make two nodes of it.

    release.yaml:16:14  "timeout" must be a number, but it is "soon".
       16 |     timeout: soon
                         ^^^^
        hint: Write milliseconds, for example "timeout: 30000" for half a minute.

    release.yaml:17:18  Node "test" depends on itself.
       17 |     depends_on: [test]
                             ^^^^
        hint: Take this dependency out.

    release.yaml:19:5  Node "gate" has no node type.
       19 |     aproval: Ship it?
                ^^^^^^^
        hint: Did you mean "approval"?

    release.yaml:20:9  The id "lint" is used a second time.
       20 |   - id: lint
                    ^^^^
        hint: Node "lint" stands in line 10; give this one another id.

    release.yaml:22:25  "=" is not an operator.
       22 |     when: $build.output = 'ok'
                                    ^
        hint: Compare with "==".

    release.yaml:27:18  Node "ship" does not depend on "gate", so it may run before it.
       27 |       ./ship.sh "$gate.output"
                             ^^^^^^^^^^^^
        hint: Add "gate" to "depends_on".

    ✗ release.yaml has 10 errors
    "
  `);
});

test('WHEN the same file is validated with --json THEN the same ten diagnostics are data with the same exit code', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'release.yaml': TEN_MISTAKES });
  const asText = await rig.run('validate release.yaml');
  const { code, stdout, stderr } = await rig.run('validate release.yaml --json');
  expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({ code: 3, stderr: '', lines: 2 });
  const { files, errors, warnings, error } = JSON.parse(stdout) as Report;
  expect({ errors, warnings, error, valid: files[0]?.valid, nodes: files[0]?.nodes }).toMatchInlineSnapshot(`
    {
      "error": {
        "code": "invalid-workflow",
        "column": 13,
        "file": "release.yaml",
        "hint": "Write its text, or take the key out.",
        "line": 5,
        "message": "10 errors",
      },
      "errors": 10,
      "nodes": null,
      "valid": false,
      "warnings": 0,
    }
  `);
  expect(files[0]?.diagnostics[0]).toMatchInlineSnapshot(`
    {
      "code": "blank-value",
      "column": 13,
      "file": "release.yaml",
      "hint": "Write its text, or take the key out.",
      "length": 2,
      "line": 5,
      "message": ""prompt" is blank.",
      "severity": "error",
    }
  `);
  const diagnostics = files[0]?.diagnostics ?? [];
  const heads = diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`);
  const hints = diagnostics.map(({ hint }) => `    hint: ${hint}`);
  expect(heads).toEqual(asText.stdout.split('\n').filter((text) => text.startsWith('release.yaml:')));
  expect(hints).toEqual(asText.stdout.split('\n').filter((text) => text.startsWith('    hint: ')));
});

interface Report {
  files: { valid: boolean; nodes: number | null; diagnostics: Record<string, string | number>[] }[];
  errors: number;
  warnings: number;
  error: unknown;
}

test('WHEN a file of stages has mistakes THEN each is shown where it stands', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'stages.yaml': `nmae: review
goal: [ship]
stages:
  - name: plan
    continue_on_eror: true
    tasks:
      - {id: draft, adapter: gemini, executionMode: headless}
      - {id: critic, adapter: claude, prompt: "Find holes in $draft.output"}
  - tasks:
      - {id: code, adapter: claude, prompt: go, extraArgs: [--model, 5]}
      - {id: 2nd, executionMode: hedless, depends_on: [draft], cwd: " "}
`,
  });
  const { code, stdout } = await rig.run('validate stages.yaml');
  expect(code).toBe(3);
  expect(stdout).toMatchInlineSnapshot(`
    "stages.yaml:1:1  The workflow has no "name".
        1 | nmae: review
            ^^^^
        hint: Change "nmae" to "name".

    stages.yaml:1:1  warning Nothing reads the key "nmae" here.
        1 | nmae: review
            ^^^^
        hint: Did you mean "name"?

    stages.yaml:2:7  "goal" must be a text, but it is a list.
        2 | goal: [ship]
                  ^^^^^^
        hint: Write a text.

    stages.yaml:5:5  warning Nothing reads the key "continue_on_eror" here.
        5 |     continue_on_eror: true
                ^^^^^^^^^^^^^^^^
        hint: Did you mean "continue_on_error"?

    stages.yaml:7:9  The headless task "draft" has no "prompt".
        7 |       - {id: draft, adapter: gemini, executionMode: headless}
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: Nobody can type into a headless agent: say in "prompt" what to do, or use "executionMode: interactive".

    stages.yaml:8:62  Task "draft" is not in an earlier stage.
        8 |       - {id: critic, adapter: claude, prompt: "Find holes in $draft.output"}
                                                                         ^^^^^^^^^^^^^
        hint: Move it to a stage before that of "critic".

    stages.yaml:9:5  This stage has no "name".
        9 |   - tasks:
                ^^^^^^
        hint: Add "name: …", a title for this stage.

    stages.yaml:10:70  Item 2 of "extraArgs" must be a text, but it is 5.
       10 |       - {id: code, adapter: claude, prompt: go, extraArgs: [--model, 5]}
                                                                                 ^
        hint: Put it in quotes: "5".

    stages.yaml:11:9  Task "2nd" runs an agent, but names no "adapter".
       11 |       - {id: 2nd, executionMode: hedless, depends_on: [draft], cwd: " "}
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: Add "adapter: …" here or at the top of the file; registered are claude, gemini, demo.

    stages.yaml:11:14  "2nd" cannot be an id.
       11 |       - {id: 2nd, executionMode: hedless, depends_on: [draft], cwd: " "}
                         ^^^
        hint: An id begins with a letter or "_" and goes on with letters, digits, "_" and "-".

    stages.yaml:11:34  "executionMode" must be "interactive" or "headless", but it is "hedless".
       11 |       - {id: 2nd, executionMode: hedless, depends_on: [draft], cwd: " "}
                                             ^^^^^^^
        hint: Did you mean "headless"?

    stages.yaml:11:43  A task of a stage cannot have "depends_on".
       11 |       - {id: 2nd, executionMode: hedless, depends_on: [draft], cwd: " "}
                                                      ^^^^^^^^^^
        hint: A task waits for every task of the stage before it; for a graph write "nodes:" instead of "stages:".

    stages.yaml:11:69  "cwd" is blank.
       11 |       - {id: 2nd, executionMode: hedless, depends_on: [draft], cwd: " "}
                                                                                ^^^
        hint: Write its text, or take the key out.

    ✗ stages.yaml has 11 errors, 2 warnings
    "
  `);
});
