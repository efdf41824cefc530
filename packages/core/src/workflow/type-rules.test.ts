import { describe, expect, test } from 'vitest';
import { nodesFile, problemsOf } from '../testing-rig/check-text.js';

const loop = (fields: string) => nodesFile(`id: a, loop: {${fields}}`);

const CASES: readonly (readonly [rule: string, text: string, ...problems: string[]])[] = [
  [
    'a node with a type is accepted, each of the seven',
    nodesFile(
      'id: a, prompt: p',
      'id: b, command: review',
      'id: c, bash: b',
      'id: d, script: a b, runtime: node',
      'id: e, loop: {prompt: p, until: D, max_iterations: 1}',
      'id: f, approval: ok?',
      'id: g, cancel: no',
    ),
  ],
  [
    'a node has a type',
    nodesFile('id: a', 'id: b, promt: p'),
    '5:5 no-node-type Node "a" has no node type.',
    '6:13 no-node-type Node "b" has no node type.',
  ],
  [
    'a node has one type',
    nodesFile('id: a, prompt: p, bash: b', 'id: b, prompt: p, bash: b, cancel: c'),
    '5:24 several-node-types Node "a" has both "prompt" and "bash"; keep one.',
    '6:24 several-node-types Node "b" has "prompt", "bash" and "cancel"; keep one.',
  ],
  [
    'no type may be blank',
    nodesFile(
      'id: a, prompt: ""',
      'id: b, command: " "',
      'id: c, bash: ""',
      'id: d, script: "", runtime: node',
      'id: e, loop: {prompt: "", until: "", max_iterations: 1}',
      'id: f, approval: ""',
      'id: g, cancel: ""',
    ),
    '5:21 blank-value "prompt" is blank.',
    '6:22 blank-value "command" is blank.',
    '7:19 blank-value "bash" is blank.',
    '8:21 blank-value "script" is blank.',
    '9:28 blank-value "prompt" is blank.',
    '9:39 blank-value "until" is blank.',
    '10:23 blank-value "approval" is blank.',
    '11:21 blank-value "cancel" is blank.',
  ],
  [
    'no type may be empty',
    nodesFile('id: a, prompt: ', 'id: c, bash: ', 'id: e, loop: ', 'id: f, approval: ', 'id: g, cancel: '),
    '5:21 invalid-value "prompt" must be a text, but it is empty.',
    '6:19 invalid-value "bash" must be a text, but it is empty.',
    '7:19 invalid-value "loop" must be a mapping, but it is empty.',
    '8:23 invalid-value "approval" must be a text or a mapping, but it is empty.',
    '9:21 invalid-value "cancel" must be a text, but it is empty.',
  ],
  [
    'agent fields have no effect on bash and script',
    nodesFile(
      'id: a, bash: b, model: m, adapter: able, executionMode: headless',
      'id: b, script: a b, runtime: node, permissions: full',
      'id: c, cancel: x, allowed_tools: []',
    ),
    '5:22 warning ignored-field "model" has no effect here: a bash node runs no agent.',
    '5:32 warning ignored-field "adapter" has no effect here: a bash node runs no agent.',
    '5:47 warning ignored-field "executionMode" has no effect here: a bash node runs no agent.',
    '6:41 warning ignored-field "permissions" has no effect here: a script node runs no agent.',
    '7:24 warning ignored-field "allowed_tools" has no effect here: a cancel node runs no agent.',
  ],
  [
    'a command is a file',
    nodesFile('id: a, command: nowhere', 'id: b, loop: {command: nowhere, until: D, max_iterations: 1}'),
    '5:22 unknown-command There is no command "nowhere".',
    '6:29 unknown-command There is no command "nowhere".',
  ],
  ['a script needs a runtime', nodesFile('id: a, script: a b'), '5:5 missing-field "runtime" is required here.'],
  [
    'a runtime is one of three, and its absence a warning',
    nodesFile('id: a, script: a b, runtime: deno', 'id: b, script: a b, runtime: uv'),
    '5:35 invalid-value "runtime" must be "bun", "uv" or "node", but it is "deno".',
    '6:35 warning missing-runtime The program "uv" is not on the PATH, so this node would fail.',
  ],
  [
    'stdout and stderr have no names that bash can open',
    nodesFile('id: a, bash: echo no > /dev/stderr', 'id: b, bash: echo no >&2', 'id: c, bash: tee /dev/stdout'),
    '5:19 warning device-name "/dev/stderr" cannot be opened here, so this node would fail.',
    '7:19 warning device-name "/dev/stdout" cannot be opened here, so this node would fail.',
  ],
  [
    'a script that is one word is a file',
    nodesFile('id: a, script: analyze, runtime: node', 'id: b, script: nowhere, runtime: node'),
    '6:21 unknown-script There is no node script "nowhere".',
  ],
  [
    'deps are a list of texts',
    nodesFile('id: a, script: a b, runtime: node, deps: [1]'),
    '5:48 invalid-value Item 1 of "deps" must be a text, but it is 1.',
  ],
  [
    'a loop has a prompt or a command',
    loop('until: D, max_iterations: 1'),
    '5:19 missing-field The loop has neither "prompt" nor "command".',
  ],
  [
    'a loop does not have both',
    loop('prompt: p, command: review, until: D, max_iterations: 1'),
    '5:40 invalid-node The loop has both "prompt" and "command"; keep one.',
  ],
  [
    'a loop has an end',
    loop('prompt: p, max_iterations: 1'),
    '5:19 missing-field The loop has neither "until" nor "until_bash".',
  ],
  ['until_bash is an end too', loop('prompt: p, until_bash: test -f x, max_iterations: 1')],
  ['a loop has a limit', loop('prompt: p, until: D'), '5:13 missing-field "max_iterations" is required here.'],
  [
    'a loop runs at least once',
    loop('prompt: p, until: D, max_iterations: 0'),
    '5:57 invalid-value "max_iterations" must be more than 0, but it is 0.',
  ],
  [
    'a key that a loop does not have is a warning',
    loop('prompt: p, until: D, max_iterations: 1, untill: D'),
    '5:60 warning unknown-key Nothing reads the key "untill" here.',
  ],
  [
    'an approval can be a mapping',
    nodesFile(
      'id: a, approval: {message: m, capture_response: true, on_reject: {prompt: p, max_attempts: 2}, timeout: 5, on_timeout: approve}',
    ),
  ],
  [
    'an approval has a message',
    nodesFile('id: a, approval: {capture_response: true}'),
    '5:13 missing-field "message" is required here.',
  ],
  ['an approval that asks no agent needs none', 'name: n\ndescription: d\nnodes: [{id: a, approval: ok?}]\n'],
  [
    'an approval that asks an agent needs one',
    'name: n\ndescription: d\nnodes: [{id: a, approval: {message: ok?, on_reject: {prompt: p}}}]\n',
    '3:9 missing-adapter Node "a" runs an agent, but names no "adapter".',
  ],
  [
    'keys that an approval does not have are warnings',
    nodesFile('id: a, approval: {message: m, mesage: m, on_reject: {prompt: p, max_atempts: 2}}'),
    '5:36 warning unknown-key Nothing reads the key "mesage" here.',
    '5:70 warning unknown-key Nothing reads the key "max_atempts" here.',
  ],
];

describe('LANGUAGE §4: the seven types', () => {
  test.each(CASES)('%s', async (_rule, text, ...expected) => {
    expect(await problemsOf(text)).toEqual(expected);
  });
});
