import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const EVERY_CONSTRUCT = `name: everything
description: Each construct of the node language once
provider: claude
model: sonnet
interactive: true
mutates_checkout: false
tags: [demo, all]
goal: Ship
inputs: {ticket: {description: Which, required: true}, depth: {default: 3}, note: }
max_parallel: 2
env: {CI: true, PORT: 8080}
fail_fast: false
budget_usd: 1.5
timeout: 600000
nodes:
  - id: plan
    prompt: "Plan $INPUTS.ticket: $ARGUMENTS"
    permissions: read-only
    allowed_tools: [Read]
    output_format: {type: object, properties: {verdict: {type: string}}}
    output_type: json
  - id: review
    command: review
    depends_on: [plan]
    context: {resume: plan}
  - id: check
    bash: npm test -- "$plan.output.verdict"
    depends_on: [plan]
    when: $plan.output.verdict == 'go' && ($plan.exit_code < 1 || !$plan.status)
    trigger_rule: none_failed_min_one_success
    retry: {max_attempts: 3, delay_ms: 10, max_delay_ms: 20, on_error: transient}
    timeout: 30000
    idle_timeout: 1000
    always_run: true
    cwd: app
    name: Tests
  - {id: inline, script: "console.log(1)", runtime: node, deps: [lodash]}
  - {id: named, script: analyze, runtime: node}
  - id: polish
    loop: {prompt: "Again $LOOP_ITERATION", until: COMPLETE, max_iterations: 5, fresh_context: true, interactive: true, gate_message: Enough?, until_bash: test -f done}
    depends_on: [review, check]
    retry: 2
  - id: gate
    approval: {message: "Ship $polish.output?", capture_response: true, on_reject: {prompt: "Fix $REJECTION_REASON", max_attempts: 2}, timeout: 1000, on_timeout: reject}
    depends_on: [polish]
  - {id: short_gate, approval: Sure?}
  - {id: stop, cancel: "Not now: $gate.output", depends_on: [gate], trigger_rule: one_failed}
`;

test('WHEN a workflow uses every construct of the language THEN it is valid without a warning', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'everything.yaml': EVERY_CONSTRUCT,
    'scripts/analyze.mjs': '',
    '.agentflow/commands/review.md': '---\nmodel: opus\n---\nReview it',
  });
  expect(await rig.run('validate --strict everything.yaml')).toEqual({
    code: 0,
    stdout: '✓ everything.yaml is valid (9 nodes)\n',
    stderr: '',
  });
});

test('WHEN a workflow has fields of another engine THEN they are warnings and the workflow is valid', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'foreign.yaml': `name: foreign
description: Written for another engine
provider: claude
worktree: {enabled: true}
nodes:
  - id: plan
    prompt: Plan it
    effort: high
    hooks: {PreToolUse: []}
    skills: [git]
    mcp: servers.json
    loop_config: {}
  - {id: again, loop: {prompt: Go, until: DONE, max_iterations: 2, signal: x}}
`,
  });
  const { code, stdout } = await rig.run('validate foreign.yaml');
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "foreign.yaml:4:1  warning Nothing reads the key "worktree" here.
        4 | worktree: {enabled: true}
            ^^^^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    foreign.yaml:8:5  warning Nothing reads the key "effort" here.
        8 |     effort: high
                ^^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    foreign.yaml:9:5  warning Nothing reads the key "hooks" here.
        9 |     hooks: {PreToolUse: []}
                ^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    foreign.yaml:10:5  warning Nothing reads the key "skills" here.
       10 |     skills: [git]
                ^^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    foreign.yaml:11:5  warning Nothing reads the key "mcp" here.
       11 |     mcp: servers.json
                ^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    foreign.yaml:12:5  warning Nothing reads the key "loop_config" here.
       12 |     loop_config: {}
                ^^^^^^^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    foreign.yaml:13:68  warning Nothing reads the key "signal" here.
       13 |   - {id: again, loop: {prompt: Go, until: DONE, max_iterations: 2, signal: x}}
                                                                               ^^^^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.

    ✓ foreign.yaml is valid (2 nodes), with 7 warnings
    "
  `);
});

test('WHEN prose mentions something like a reference THEN it is at most a warning', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'prose.yaml': `name: prose
description: Texts about references
nodes:
  - id: explain
    adapter: claude
    prompt: |
      In a workflow $something.output is the output of a node; \\$explain.output is not read at all,
      $HOME and $5.00 are plain text, and $LOOP_ITERATION belongs to loops.
`,
  });
  const { code, stdout } = await rig.run('validate prose.yaml');
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "prose.yaml:7:21  warning There is no node "something".
        7 |       In a workflow $something.output is the output of a node; \\$explain.output is not read at all,
                                ^^^^^^^^^^^^^^^^^
        hint: It stays as it is; write "\\$something.output" if that is meant.

    prose.yaml:8:43  warning "$LOOP_ITERATION" has no value in a prompt node.
        8 |       $HOME and $5.00 are plain text, and $LOOP_ITERATION belongs to loops.
                                                      ^^^^^^^^^^^^^^^
        hint: Take it out, or write "\\$LOOP_ITERATION" if the text is meant.

    ✓ prose.yaml is valid (1 node), with 2 warnings
    "
  `);
});
