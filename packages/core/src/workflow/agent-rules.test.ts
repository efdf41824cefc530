import { describe, expect, test } from 'vitest';
import { nodesFile, problemsOf, testEnvironment } from '../testing-rig/check-text.js';

const node = (fields: string) => `name: n\ndescription: d\nnodes:\n  - {id: a, prompt: p, ${fields}}\n`;

const LOOP = '{prompt: p, until: D, max_iterations: 2}';

const CASES: readonly (readonly [rule: string, text: string, ...problems: string[]])[] = [
  [
    'an adapter is named somewhere',
    'name: n\ndescription: d\nnodes: [{id: a, prompt: p}]\n',
    '3:9 missing-adapter Node "a" runs an agent, but names no "adapter".',
  ],
  ['provider is another name', node('provider: able')],
  [
    'naming both is an error',
    node('provider: able, adapter: able'),
    '4:24 invalid-value "provider" is another name for "adapter"; keep one.',
  ],
  ['an adapter is registered', node('adapter: nobody'), '4:33 unknown-adapter No adapter is called "nobody".'],
  [
    'a wrong adapter in the head is reported once, there',
    'name: n\ndescription: d\nadapter: abel\nnodes: [{id: a, prompt: p}, {id: b, prompt: p}]\n',
    '3:10 unknown-adapter No adapter is called "abel".',
  ],
  ['options that the adapter has are accepted', node('adapter: able, model: m, permissions: ask')],
  [
    'options that the adapter lacks are refused, not ignored',
    node('adapter: plain, model: m, permissions: full, allowed_tools: [], denied_tools: [x]'),
    '4:47 unsupported-option The adapter "plain" cannot honour "model: m" of "a".',
    '4:63 unsupported-option The adapter "plain" cannot honour "permissions: full" of "a".',
    '4:84 unsupported-option The adapter "plain" cannot honour "allowed_tools: []" of "a".',
    '4:102 unsupported-option The adapter "plain" cannot honour "denied_tools: ["x"]" of "a".',
  ],
  [
    'a level that the adapter lacks is refused',
    node('adapter: able, permissions: full'),
    '4:52 unsupported-option The adapter "able" cannot honour "permissions: full" of "a".',
  ],
  [
    'an adapter that cannot be loaded is reported',
    node('adapter: broken, model: m'),
    '4:33 broken-adapter The adapter "broken" cannot be loaded: no such module',
  ],
  ['a mode that the adapter has is accepted', node('adapter: piped')],
  [
    'a mode that the adapter lacks is refused where it is set',
    node('adapter: piped, executionMode: interactive'),
    '4:55 unsupported-option Node "a" is interactive, which the adapter "piped" cannot be.',
  ],
  [
    'a mode that the adapter lacks is refused where it is the default',
    'name: n\nstages: [{name: s, tasks: [{id: a, adapter: piped}]}]\n',
    '2:28 unsupported-option Task "a" is interactive, which the adapter "piped" cannot be.',
  ],
  [
    'permissions are one of four',
    node('adapter: able, permissions: root'),
    '4:52 invalid-value "permissions" must be "read-only", "ask", "edits" or "full", but it is "root".',
  ],
  [
    'tools are lists of texts',
    node('adapter: able, allowed_tools: Read, denied_tools: [1]'),
    '4:54 invalid-value "allowed_tools" must be a list, but it is "Read".',
    '4:75 invalid-value Item 1 of "denied_tools" must be a text, but it is 1.',
  ],
  [
    'a context is fresh or resumes',
    node('adapter: able, context: frsh'),
    '4:48 invalid-value "context" must be "fresh" or a mapping, but it is "frsh".',
  ],
  ['a fresh context is accepted', node('adapter: able, context: fresh')],
  [
    'a conversation that is continued exists',
    nodesFile('id: a, prompt: p, context: {resume: b}'),
    '5:42 unknown-reference There is no node "b" whose conversation could be continued.',
  ],
  [
    'a conversation that is continued is upstream',
    nodesFile('id: a, prompt: p', 'id: b, prompt: p, context: {resume: a}'),
    '6:42 not-upstream Node "b" does not depend on "a", so it may run before it.',
  ],
  [
    'only an agent has a conversation',
    nodesFile('id: a, bash: p', 'id: b, prompt: p, depends_on: [a], context: {resume: a}'),
    '6:59 invalid-value Node "a" runs no agent, so it has no conversation to continue.',
  ],
  [
    'a conversation stays with its agent',
    nodesFile('id: a, prompt: p, adapter: plain', 'id: b, prompt: p, depends_on: [a], context: {resume: a}'),
    '6:59 invalid-value Node "a" runs plain; its conversation cannot be continued by able.',
  ],
  [
    'a conversation can be continued',
    nodesFile('id: a, prompt: p', 'id: b, prompt: p, depends_on: [a], context: {resume: a}'),
  ],
  [
    'an adapter that cannot continue a conversation is refused, not ignored',
    nodesFile(
      'id: a, prompt: p, adapter: plain',
      'id: b, prompt: p, adapter: plain, depends_on: [a], context: {resume: a}',
    ),
    '6:75 unsupported-option The adapter "plain" cannot honour "context: {resume: a}" of "b".',
  ],
  ['a loop goes on with the conversation', nodesFile(`id: a, loop: ${LOOP}`)],
  [
    'a loop that begins anew with each iteration, because the adapter cannot do otherwise, is a warning',
    nodesFile(`id: a, adapter: plain, loop: ${LOOP}`, `id: b, adapter: plain, loop: ${LOOP}`),
    '5:29 warning unsupported-option The adapter "plain" cannot continue a conversation, so node "a" begins a new one each time.',
    '6:29 warning unsupported-option The adapter "plain" cannot continue a conversation, so node "b" begins a new one each time.',
  ],
  [
    'a loop that is to go on, although the adapter cannot do that, is refused',
    nodesFile(`id: a, adapter: plain, loop: {fresh_context: false, ${LOOP.slice(1)}`),
    '5:36 unsupported-option The adapter "plain" cannot continue a conversation, which node "a" asks for.',
  ],
  [
    'a loop that is to begin anew needs no such adapter',
    nodesFile(`id: a, adapter: plain, loop: {fresh_context: true, ${LOOP.slice(1)}`),
  ],
  [
    'a loop of one iteration continues nothing',
    nodesFile('id: a, adapter: plain, loop: {prompt: p, until: D, max_iterations: 1}'),
  ],
  ['a loop does not need the plugin of its adapter for that', nodesFile(`id: a, adapter: broken, loop: ${LOOP}`)],
  [
    'a key that a context does not have is a warning',
    nodesFile('id: a, prompt: p', 'id: b, prompt: p, depends_on: [a], context: {resume: a, from: b}'),
    '6:62 warning unknown-key Nothing reads the key "from" here.',
  ],
  [
    'an output format is a mapping',
    node('adapter: able, output_format: json'),
    '4:54 invalid-value "output_format" must be a mapping, but it is "json".',
  ],
  [
    'an output format needs an answer, which a terminal does not have',
    node('adapter: able, executionMode: interactive, output_format: {type: object}'),
    '4:67 unsupported-option Node "a" runs in a terminal, so that its answer cannot be held to "output_format".',
  ],
];

describe('LANGUAGE §4: nodes that run an agent', () => {
  test.each(CASES)('%s', async (_rule, text, ...expected) => {
    expect(await problemsOf(text)).toEqual(expected);
  });
});

describe('permissions that the config file gives to all agents', () => {
  const environment = { ...testEnvironment, permissions: 'full' } as const;

  test('are refused where an adapter lacks the level, not ignored', async () => {
    expect(await problemsOf(node('adapter: able'), environment)).toEqual([
      '4:5 unsupported-option The adapter "able" cannot honour "permissions: full", which "a" has from "defaults" of the config file.',
    ]);
    expect(await problemsOf(node('adapter: plain'), environment)).toHaveLength(1);
  });

  test('give way to those of the node', async () => {
    expect(await problemsOf(node('adapter: able, permissions: ask'), environment)).toEqual([]);
  });
});

describe('LANGUAGE §4: an output_format is a JSON Schema', () => {
  const format = (schema: string) => problemsOf(node(`adapter: able, output_format: ${schema}`));

  test.each([
    '{type: object, properties: {a: {type: [string, "null"]}, b: true}, required: [a], additionalProperties: false}',
    '{type: array, items: {$ref: "#/$defs/a"}, $defs: {a: {type: object, properties: {next: {$ref: "#"}}}}}',
    '{enum: [1, x, null]}',
    '{anyOf: [{type: string, pattern: "^a+$", minLength: 1}, {type: integer, minimum: 0}]}',
    '{}',
  ])('%s is accepted', async (schema) => {
    expect(await format(schema)).toEqual([]);
  });

  test.each<[schema: string, ...problems: string[]]>([
    [
      '{type: strin}',
      '4:61 invalid-value "type" must be one of object, array, string, number, integer, boolean, null, but it is "strin".',
    ],
    [
      '{type: object, properties: [a], required: x, pattern: "("}',
      '4:81 invalid-value "properties" must be a mapping of names to schemas, but it is a list.',
      '4:96 invalid-value "required" must be a list of names, but it is "x".',
      '4:108 invalid-value "pattern" is not a regular expression: Unterminated group.',
    ],
    ['{$ref: "#/nope"}', '4:54 invalid-value "output_format" cannot be used: Reference not found: #/nope.'],
    ['{$ref: "#"}', '4:54 invalid-value "output_format" cannot be used: a "$ref" leads to itself.'],
    ['{not: {type: string}}', '4:54 invalid-value "output_format" cannot be used: not is not supported.'],
    ['{properties: {a: 5}}', '4:71 invalid-value "a" must be a schema, but it is 5.'],
    [
      '{items: {enum: [], minLength: -1}}',
      '4:69 invalid-value "enum" must be a list with at least one value, but it is a list.',
      '4:84 invalid-value "minLength" must be a whole number from 0 on, but it is -1.',
    ],
  ])('%s is refused', async (schema, ...expected) => {
    expect(await format(schema)).toEqual(expected);
  });
});
