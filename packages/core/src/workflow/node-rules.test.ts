import { describe, expect, test } from 'vitest';
import { nodesFile, problemsOf } from '../testing-rig/check-text.js';
import { TRIGGER_RULES } from './plan.js';

const CASES: readonly (readonly [rule: string, text: string, ...problems: string[]])[] = [
  ['an id is required', nodesFile('bash: a'), '5:5 missing-field This node has no "id".'],
  ['an id has a form', nodesFile('id: 5a, bash: a'), '5:10 invalid-id "5a" cannot be an id.'],
  [
    'a wrong id is still an id',
    nodesFile('id: 5a, bash: a', 'id: b, bash: b, depends_on: [5a]'),
    '5:10 invalid-id "5a" cannot be an id.',
  ],
  ['an id may be long', nodesFile(`id: ${'a'.repeat(128)}, bash: a`)],
  [
    'an id has to fit into the name of a file',
    nodesFile(`id: ${'a'.repeat(129)}, bash: a`),
    '5:10 invalid-id This id has 129 characters; it may have at most 128.',
  ],
  ['an id is a text', nodesFile('id: 5, bash: a'), '5:10 invalid-id 5 cannot be an id.'],
  [
    'an id is unique',
    nodesFile('id: a, bash: a', 'id: a, bash: a'),
    '6:10 duplicate-id The id "a" is used a second time.',
  ],
  [
    'a node is a mapping',
    'name: n\ndescription: d\nnodes: [a, [b], null]\n',
    '3:9 invalid-value A node is a mapping with "id" and a node type, but it is "a".',
    '3:12 invalid-value A node is a mapping with "id" and a node type, but it is a list.',
    '3:17 invalid-value A node is a mapping with "id" and a node type, but it is empty.',
  ],
  [
    'nodes are a list',
    'name: n\ndescription: d\nnodes: a\n',
    '3:8 invalid-value "nodes" must be a list, but it is "a".',
  ],
  ['a workflow has a node', 'name: n\ndescription: d\nnodes: []\n', '3:1 not-a-workflow The workflow has no node.'],
  [
    'a text holds no NUL, which no program takes',
    nodesFile(
      'id: a, bash: "printf a\\0b"',
      'id: b, prompt: c, adapter: able, extraArgs: [d, "\\x00"], env: {E: "\\u0000"}',
    ),
    '5:19 invalid-value "bash" holds a NUL character.',
    '6:54 invalid-value Item 2 of "extraArgs" holds a NUL character.',
    '6:72 invalid-value "E" holds a NUL character.',
  ],
  [
    'a variable has a name',
    nodesFile('id: a, bash: a, env: {"": b, "C=D": e}'),
    '5:28 invalid-value "" cannot be the name of a variable.',
    '5:35 invalid-value "C=D" cannot be the name of a variable.',
  ],
  [
    'a dependency exists',
    nodesFile('id: first, bash: a', 'id: a, bash: a, depends_on: [frist]'),
    '6:35 unknown-dependency Node "a" depends on "frist", which does not exist.',
  ],
  [
    'a dependency is another node',
    nodesFile('id: a, bash: a, depends_on: [a]'),
    '5:35 self-dependency Node "a" depends on itself.',
  ],
  [
    'dependencies are a list of texts',
    nodesFile('id: a, bash: a, depends_on: b', 'id: b, bash: a, depends_on: [1]'),
    '5:34 invalid-value "depends_on" must be a list, but it is "b".',
    '6:35 invalid-value Item 1 of "depends_on" must be a text, but it is 1.',
  ],
  [
    'a cycle is shown with its path',
    nodesFile('id: a, bash: a, depends_on: [b]', 'id: b, bash: a, depends_on: [c]', 'id: c, bash: a, depends_on: [b]'),
    '6:35 dependency-cycle These nodes depend on each other in a circle: b → c → b.',
  ],
  [
    'every trigger rule is accepted',
    nodesFile(...TRIGGER_RULES.map((rule) => `id: ${rule}, bash: a, trigger_rule: ${rule}`)),
  ],
  [
    'a trigger rule is known',
    nodesFile('id: a, bash: a, trigger_rule: all_sucess'),
    '5:36 invalid-value "trigger_rule" must be "all_success", "one_success", "none_failed_min_one_success", "all_done", "none_failed", "one_failed" or "all_failed", but it is "all_sucess".',
  ],
  [
    'retry is a count of at least one',
    nodesFile('id: a, bash: a, retry: 0'),
    '5:29 invalid-value "retry" must be more than 0, but it is 0.',
  ],
  [
    'retry can be a policy',
    nodesFile('id: a, bash: a, retry: {delay_ms: -1, on_error: none}'),
    '5:22 missing-field "max_attempts" is required here.',
    '5:40 invalid-value "delay_ms" must be at least 0, but it is -1.',
    '5:54 invalid-value "on_error" must be "all" or "transient", but it is "none".',
  ],
  [
    'retry has no other field',
    nodesFile('id: a, bash: a, retry: {max_attempts: 2, dely_ms: 1}'),
    '5:47 warning unknown-key Nothing reads the key "dely_ms" here.',
  ],
  [
    'a timeout has an end',
    nodesFile('id: a, bash: a, timeout: .inf'),
    '5:31 invalid-value "timeout" must be a number, but it is Infinity.',
  ],
  [
    'a timeout is positive',
    nodesFile('id: a, bash: a, timeout: 0, idle_timeout: -5'),
    '5:31 invalid-value "timeout" must be more than 0, but it is 0.',
    '5:48 invalid-value "idle_timeout" must be more than 0, but it is -5.',
  ],
  [
    'a time is one that a timer can be set for',
    `timeout: 2147483648\n${nodesFile(
      'id: a, bash: a, timeout: 2147483647, idle_timeout: 2147483648',
      'id: b, bash: a, retry: {max_attempts: 2, delay_ms: 3000000000, max_delay_ms: 2147483647}',
      'id: c, approval: {message: m, timeout: 3000000000}',
    )}`,
    '1:10 invalid-value "timeout" must be at most 2147483647, but it is 2147483648.',
    '6:57 invalid-value "idle_timeout" must be at most 2147483647, but it is 2147483648.',
    '7:57 invalid-value "delay_ms" must be at most 2147483647, but it is 3000000000.',
    '8:45 invalid-value "timeout" must be at most 2147483647, but it is 3000000000.',
  ],
  [
    'a timeout is a whole number of milliseconds',
    nodesFile('id: a, bash: a, timeout: 5m'),
    '5:31 invalid-value "timeout" must be a number, but it is "5m".',
  ],
  [
    'env has plain values',
    nodesFile('id: a, bash: a, env: {A: 1, B: true, C: x, D: [1]}'),
    '5:52 invalid-value "D" must be a text, a number or true or false, but it is a list.',
  ],
  ['output_type is any label', nodesFile('id: a, bash: a, output_type: report')],
  [
    'always_run is true or false',
    nodesFile('id: a, bash: a, always_run: often'),
    '5:34 invalid-value "always_run" must be true or false, but it is "often".',
  ],
  [
    'names and folders are not blank',
    nodesFile('id: a, bash: a, name: "", cwd: " "'),
    '5:28 blank-value "name" is blank.',
    '5:37 blank-value "cwd" is blank.',
  ],
  [
    'a condition is a text',
    nodesFile('id: a, bash: a, when: [x]'),
    '5:28 invalid-value "when" must be a text or true or false, but it is a list.',
  ],
  ['true and false are conditions', nodesFile('id: a, bash: a, when: true', 'id: b, bash: b, when: false')],
];

describe('LANGUAGE §3: the common fields of nodes', () => {
  test.each(CASES)('%s', async (_rule, text, ...expected) => {
    expect(await problemsOf(text)).toEqual(expected);
  });
});
