import { describe, expect, test } from 'vitest';
import { nodesFile, problemsOf } from '../testing-rig/check-text.js';

const two = (fields: string) => nodesFile('id: a, bash: x', `id: b, ${fields}`);
const stages = (prompt: string) =>
  `name: n\nadapter: able\nstages: [{name: s, tasks: [{id: a}, {id: c, prompt: "${prompt}"}]}, {name: t, tasks: [{id: b, prompt: $a.output}]}]\n`;

const CASES: readonly (readonly [rule: string, text: string, ...problems: string[]])[] = [
  ['a reference to a dependency is accepted', two('bash: $a.output $a.status $a.exit_code, depends_on: [a]')],
  [
    'so is one to the dependency of a dependency',
    nodesFile('id: a, bash: x', 'id: b, bash: y, depends_on: [a]', 'id: c, bash: $a.output, depends_on: [b]'),
  ],
  [
    'a node that is no dependency is an error',
    two('bash: $a.output'),
    '6:19 not-upstream Node "b" does not depend on "a", so it may run before it.',
  ],
  ['a node itself is an error', two('bash: $b.output'), '6:19 not-upstream Node "b" refers to itself.'],
  [
    'an unknown id in a text is a warning',
    two('bash: $z.output'),
    '6:19 warning unknown-reference There is no node "z".',
  ],
  [
    'a reference where none is filled in is a warning',
    two('bash: x, depends_on: [a], env: {X: "x $a.output", Y: \\$a.output, Z: $HOME}, cwd: $INPUTS.x'),
    '6:51 warning literal-reference "$a.output" is not filled in here; it stays a text.',
    '6:94 warning literal-reference "$INPUTS.x" is not filled in here; it stays a text.',
  ],
  [
    'a reference in the quotes of a condition is a warning',
    two("bash: x, depends_on: [a], when: $a.output == '$a.output' && '\\$a.output' != $a.output"),
    '6:59 warning literal-reference "$a.output" is not filled in here; it stays a text.',
  ],
  [
    'a misspelt field of a node is a warning',
    two('prompt: see $a.ouput and $a.exitcode, depends_on: [a]'),
    '6:25 warning unknown-reference "$a.ouput" is not a reference: a node has no "ouput".',
    '6:38 warning unknown-reference "$a.exitcode" is not a reference: a node has no "exitcode".',
  ],
  [
    'other words behind a node, and nodes that are none, are a text',
    two('bash: echo $a.txt $b.sh $z.ouput \\$a.ouput'),
  ],
  ['an escaped reference is a text', two('bash: \\$z.output \\$b.output')],
  [
    'an unknown id in a condition is an error',
    two('bash: x, when: $aa.output'),
    '6:28 unknown-reference There is no node "aa".',
  ],
  [
    'a condition refers to dependencies only',
    two('bash: x, when: $a.output'),
    '6:28 not-upstream Node "b" does not depend on "a", so it may run before it.',
  ],
  [
    'a condition that cannot be read is an error in its column',
    two('bash: x, depends_on: [a], when: $a.output = 1'),
    '6:55 expression-syntax "=" is not an operator.',
  ],
  ['a task refers to earlier stages', stages('ok')],
  [
    'a task of the same stage is an error',
    stages('$a.output'),
    '3:54 not-upstream Task "a" is not in an earlier stage.',
  ],
  [
    'a task of a later stage is an error',
    stages('$b.output'),
    '3:54 not-upstream Task "b" is not in an earlier stage.',
  ],
  ['variables are known everywhere', nodesFile('id: a, bash: $ARGUMENTS $GOAL $SESSION_ID $ARTIFACTS_DIR')],
  [
    'variables of a loop belong to loops',
    nodesFile(
      'id: a, loop: {prompt: $LOOP_ITERATION $LOOP_PREV_OUTPUT $LOOP_USER_INPUT, until: D, max_iterations: 1}',
      'id: b, bash: $LOOP_ITERATION',
    ),
    '6:19 warning unknown-reference "$LOOP_ITERATION" has no value in a bash node.',
  ],
  [
    'the reason of a rejection belongs to approvals',
    nodesFile(
      'id: a, approval: {message: m, on_reject: {prompt: $REJECTION_REASON}}',
      'id: b, bash: x, when: $REJECTION_REASON',
    ),
    '6:28 unknown-reference "$REJECTION_REASON" has no value in a condition.',
  ],
  [
    'a condition is judged before a loop has an iteration',
    nodesFile('id: a, loop: {prompt: p, until: D, max_iterations: 1}, when: $LOOP_ITERATION > 1'),
    '5:67 unknown-reference "$LOOP_ITERATION" has no value in a condition.',
  ],
  [
    'an input is declared',
    `inputs: {ticket: , output: }\n${nodesFile('id: a, bash: $INPUTS.ticket $INPUTS.output $INPUTS.tiket')}`,
    '6:49 unknown-reference The workflow has no input "tiket".',
  ],
  [
    'a field of an output is in its format',
    nodesFile(
      'id: a, prompt: p, output_format: {properties: {verdict: {type: string}}}',
      'id: b, bash: $a.output.verdict $a.output.verdit, depends_on: [a]',
    ),
    '6:37 unknown-output-field The "output_format" of node "a" has no field "verdit".',
  ],
  [
    'a format that allows more allows any field',
    nodesFile(
      'id: a, prompt: p, output_format: {properties: {v: {}}, additionalProperties: true}',
      'id: b, bash: $a.output.w, depends_on: [a]',
    ),
  ],
  [
    'every text of a node is looked at',
    nodesFile(
      'id: a, loop: {prompt: $y.output, until: $z.output, max_iterations: 1, gate_message: $x.output, until_bash: $w.output}',
      'id: b, approval: {message: $v.output, on_reject: {prompt: $u.output}}',
      'id: c, cancel: $t.output',
      'id: d, script: a $s.output, runtime: node',
    ),
    '5:28 warning unknown-reference There is no node "y".',
    '5:90 warning unknown-reference There is no node "x".',
    '5:113 warning unknown-reference There is no node "w".',
    '6:33 warning unknown-reference There is no node "v".',
    '6:64 warning unknown-reference There is no node "u".',
    '7:21 warning unknown-reference There is no node "t".',
    '8:23 warning unknown-reference There is no node "s".',
  ],
];

describe('LANGUAGE §5 and §6: references and conditions', () => {
  test.each(CASES)('%s', async (_rule, text, ...expected) => {
    expect(await problemsOf(text)).toEqual(expected);
  });
});
