import { describe, expect, test } from 'vitest';
import { problemsOf } from '../testing-rig/check-text.js';

const head = (fields: string, node = 'bash: a') => `name: n\ndescription: d\n${fields}\nnodes: [{id: x, ${node}}]\n`;

const CASES: readonly (readonly [rule: string, text: string, ...problems: string[]])[] = [
  [
    'a name is required',
    'description: d\nnodes: [{id: x, bash: a}]\n',
    '1:1 missing-field The workflow has no "name".',
  ],
  ['a name is not blank', 'name: " "\ndescription: d\nnodes: [{id: x, bash: a}]\n', '1:7 blank-value "name" is blank.'],
  [
    'a misspelt name is pointed at',
    'nmae: n\ndescription: d\nnodes: [{id: x, bash: a}]\n',
    '1:1 missing-field The workflow has no "name".',
    '1:1 warning unknown-key Nothing reads the key "nmae" here.',
  ],
  [
    'nodes need a description',
    'name: n\nnodes: [{id: x, bash: a}]\n',
    '2:1 missing-field A workflow with "nodes" needs a "description".',
  ],
  ['stages need no description', 'name: n\nstages: [{name: s, tasks: [{id: x, adapter: able}]}]\n'],
  ['a file has stages or nodes', 'name: n\n', '1:1 not-a-workflow The workflow has neither "stages" nor "nodes".'],
  [
    'misspelt nodes are pointed at',
    'name: n\nndoes: []\n',
    '2:1 warning unknown-key Nothing reads the key "ndoes" here.',
    '2:1 not-a-workflow The workflow has neither "stages" nor "nodes".',
  ],
  [
    'a file does not have both',
    'name: n\ndescription: d\nstages: [{name: s, tasks: [{id: t, adapter: able}]}]\nnodes: [{id: x, bash: a}]\n',
    '4:1 not-a-workflow The workflow has both "stages" and "nodes"; keep one.',
  ],
  ['an empty file is no workflow', '# nothing\n', '1:1 not-a-workflow The file is empty.'],
  ['a list is no workflow', '- a\n', '1:1 not-a-workflow A workflow is a mapping.'],
  [
    'adapter and provider are one field',
    head('adapter: able\nprovider: able'),
    '4:1 invalid-value "provider" is another name for "adapter"; keep one.',
  ],
  [
    'an input is a mapping or empty',
    head('inputs: {a: , b: {default: 3, required: true}, c: yes}'),
    '3:51 invalid-value "c" must be a mapping, but it is "yes".',
  ],
  [
    'an input has three fields',
    head('inputs: {a: {defualt: 3}}'),
    '3:14 warning unknown-key Nothing reads the key "defualt" here.',
  ],
  [
    'an input has a name of letters',
    head('inputs: {a-b: }'),
    '3:10 invalid-value "a-b" must be a name of letters, digits and _.',
  ],
  ['an unknown key is a warning', head('naem: x'), '3:1 warning unknown-key Nothing reads the key "naem" here.'],
  ['a note is not read', head('x-naem: x')],
  [
    'switches are true or false',
    head('interactive: maybe\nmutates_checkout: 1\nfail_fast: "true"'),
    '3:14 invalid-value "interactive" must be true or false, but it is "maybe".',
    '4:19 invalid-value "mutates_checkout" must be true or false, but it is 1.',
    '5:12 invalid-value "fail_fast" must be true or false, but it is "true".',
  ],
  [
    'limits are positive numbers',
    head('max_parallel: 0\nbudget_usd: free\ntimeout: 1.5'),
    '3:15 invalid-value "max_parallel" must be more than 0, but it is 0.',
    '4:13 invalid-value "budget_usd" must be a number, but it is "free".',
    '5:10 invalid-value "timeout" must be a whole number, but it is 1.5.',
  ],
  [
    'interactive: false allows no approval',
    head('interactive: false', 'approval: ok?'),
    '4:17 needs-person The workflow says "interactive: false", but node "x" waits for a person.',
  ],
  [
    'interactive: false allows no interactive loop',
    head('interactive: false\nadapter: able', 'loop: {prompt: p, until: D, max_iterations: 1, interactive: true}'),
    '5:17 needs-person The workflow says "interactive: false", but node "x" waits for a person.',
  ],
  [
    'interactive: false allows no interactive agent',
    head('interactive: false\nadapter: able', 'prompt: p, executionMode: interactive'),
    '5:9 needs-person The workflow says "interactive: false", but node "x" waits for a person.',
  ],
  ['interactive: false allows headless agents', head('interactive: false\nadapter: able', 'prompt: p')],
  [
    'interactive: false allows no interactive task',
    'name: n\ninteractive: false\nstages: [{name: s, tasks: [{id: x, adapter: able}]}]\n',
    '3:28 needs-person The workflow says "interactive: false", but task "x" waits for a person.',
  ],
];

describe('LANGUAGE §1: what a file must have', () => {
  test.each(CASES)('%s', async (_rule, text, ...expected) => {
    expect(await problemsOf(text)).toEqual(expected);
  });
});
