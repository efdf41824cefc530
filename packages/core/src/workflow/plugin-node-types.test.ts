import { defineNodeType, type NodeType } from '@agentflow/plugin-sdk';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { builtInNodeTypes } from '../nodes/built-in-node-types.js';
import { Registry, type RegistryEntry } from '../registry.js';
import { nodesFile, problemsOf, testEnvironment } from '../testing-rig/check-text.js';

const run = async () => ({ status: 'done', output: '' }) as const;

function withType(name: string, load: () => Promise<NodeType>) {
  const entry: RegistryEntry<NodeType> = { name, load, source: { plugin: 'p', version: '1.0.0', origin: 'user' } };
  return { ...testEnvironment, nodeTypes: new Registry([...builtInNodeTypes('1.0.0'), entry]) };
}

test('WHEN a plugin adds a node type THEN it obeys the rules of the built-in ones', async () => {
  const schema = z.object({ http: z.object({ url: z.string() }), method: z.enum(['GET', 'PUT']).optional() });
  const http = defineNodeType({ schema, fields: ['method'], run });
  const environment = withType('http', async () => http as NodeType);
  const file = nodesFile(
    'id: a, http: {url: x}, method: GET',
    'id: b, http: {url: 5, ulr: x}, method: PTU, model: m',
    'id: c, http: {url: $z.output}, bash: x',
    'id: d, htp: {}',
  );
  expect(await problemsOf(file, environment)).toMatchInlineSnapshot(`
    [
      "6:25 invalid-value "url" must be a text, but it is 5.",
      "6:28 warning unknown-key Nothing reads the key "ulr" here.",
      "6:45 invalid-value "method" must be "GET" or "PUT", but it is "PTU".",
      "6:50 warning ignored-field "model" has no effect here: a http node runs no agent.",
      "7:25 warning unknown-reference There is no node "z".",
      "7:37 several-node-types Node "c" has both "http" and "bash"; keep one.",
      "8:13 no-node-type Node "d" has no node type.",
    ]
  `);
});

test('WHEN a node type checks asynchronously, with another schema library, THEN its complaint is shown', async () => {
  const validate = async () => ({ issues: [{ message: 'too loud', path: ['shout'] }] });
  const shout: NodeType = { schema: { '~standard': { version: 1, vendor: 'other', validate } }, run };
  const environment = withType('shout', async () => shout);
  expect(await problemsOf(nodesFile('id: a, shout: HO'), environment)).toMatchInlineSnapshot(`
    [
      "5:20 invalid-value "shout" is wrong: too loud.",
    ]
  `);
});

test('WHEN a node type finds a problem of its own THEN it is placed in the node, and an unknown code is not passed on', async () => {
  const check = () => [{ path: ['odd'], message: 'Not even.', code: 'made-up', hint: 'Add one.' }];
  const odd: NodeType = { schema: z.object({ odd: z.number() }), check, run };
  expect(
    await problemsOf(
      nodesFile('id: a, odd: 3'),
      withType('odd', async () => odd),
    ),
  ).toMatchInlineSnapshot(`
    [
      "5:18 invalid-node Not even.",
    ]
  `);
});

test('WHEN a node type cannot be loaded THEN only a file that uses it has a problem', async () => {
  const environment = withType('broken', () => Promise.reject(new Error('no such module')));
  expect(await problemsOf(nodesFile('id: a, bash: x'), environment)).toEqual([]);
  expect(await problemsOf(nodesFile('id: a, broken: x'), environment)).toMatchInlineSnapshot(`
    [
      "5:13 broken-node-type The node type "broken" of p cannot be loaded: no such module",
    ]
  `);
});

const schema = z.object({ broken: z.string() });
const fail = () => {
  throw new Error('no luck');
};
const FAULTS: readonly [title: string, faulty: Partial<NodeType>][] = [
  ['schema throws', { schema: { '~standard': { version: 1, vendor: 'other', validate: fail } } }],
  ['schema rejects', { schema: { '~standard': { version: 1, vendor: 'other', validate: async () => fail() } } }],
  ['check throws', { check: fail }],
  ['usesAgent throws', { usesAgent: fail }],
  ['needsPerson throws', { needsPerson: fail }],
];

test.each(FAULTS)(
  "WHEN a node type's %s THEN the type is at fault, and other problems are shown too",
  async (_title, faulty) => {
    const environment = withType('broken', async () => ({ schema, run, ...faulty }) as NodeType);
    const file = `interactive: false\n${nodesFile('id: a, broken: x', 'id: b, bash: 5')}`;
    expect(await problemsOf(file, environment)).toEqual([
      '6:13 broken-node-type The node type "broken" failed: no luck',
      '7:19 invalid-value "bash" must be a text, but it is 5.',
    ]);
  },
);
