import { expect, test } from 'vitest';
import { nodesFile, problemsOf } from '../testing-rig/check-text.js';

type Case = readonly [rule: string, text: string, problems: readonly string[]];

const node = (fields: string) => nodesFile(fields);
const head = (fields: string) => `name: n\ndescription: d\n${fields}\nnodes: [{id: x, bash: a}]\n`;
const ok: readonly string[] = [];

const FILE: readonly Case[] = [
  ['a name is required', 'description: d\nnodes: [{id: x, bash: a}]\n', []],
  ['a name is not blank', 'name: " "\ndescription: d\nnodes: [{id: x, bash: a}]\n', []],
  ['nodes need a description', 'name: n\nnodes: [{id: x, bash: a}]\n', []],
  ['stages need none', 'name: n\nstages: [{name: s, tasks: [{id: x, adapter: able}]}]\n', ok],
  ['one of stages and nodes', 'name: n\n', []],
  [
    'not both',
    'name: n\ndescription: d\nstages: [{name: s, tasks: [{id: t, adapter: able}]}]\nnodes: [{id: x, bash: a}]\n',
    [],
  ],
  ['adapter and provider are one', head('adapter: able\nprovider: able'), []],
  ['an input is a mapping or empty', head('inputs: {a: , b: {default: 3, required: true}, c: yes}'), []],
  ['an input has three fields', head('inputs: {a: {defualt: 3}}'), []],
  ['an unknown key is a warning', head('naem: x'), []],
  ['a note is not read', head('x-naem: x'), ok],
  ['interactive: false allows no approval', head('interactive: false').replace('bash: a', 'approval: ok?'), []],
  [
    'interactive: false allows no interactive loop',
    head('interactive: false\nadapter: able').replace(
      'bash: a',
      'loop: {prompt: p, until: D, max_iterations: 1, interactive: true}',
    ),
    [],
  ],
  [
    'interactive: false allows no interactive agent',
    head('interactive: false\nadapter: able').replace('bash: a', 'prompt: p, executionMode: interactive'),
    [],
  ],
  [
    'interactive: false allows headless agents',
    head('interactive: false\nadapter: able').replace('bash: a', 'prompt: p'),
    ok,
  ],
  [
    'interactive: false allows no default task',
    'name: n\ninteractive: false\nstages: [{name: s, tasks: [{id: x, adapter: able}]}]\n',
    [],
  ],
];

const COMMON: readonly Case[] = [
  ['an id is required', node('bash: a'), []],
  ['an id has a form', node('id: 5a, bash: a'), []],
  ['a wrong id is still an id', nodesFile('id: 5a, bash: a', 'id: b, bash: b, depends_on: [5a]'), []],
  ['an id is a text', node('id: 5, bash: a'), []],
  ['an id is unique', nodesFile('id: a, bash: a', 'id: a, bash: a'), []],
  ['a dependency exists', node('id: a, bash: a, depends_on: [b]'), []],
  ['a dependency is another node', node('id: a, bash: a, depends_on: [a]'), []],
  ['a trigger rule is known', node('id: a, bash: a, trigger_rule: always'), []],
  ['retry is a count', node('id: a, bash: a, retry: 0'), []],
  ['retry is a policy', node('id: a, bash: a, retry: {delay_ms: -1, on_error: none}'), []],
  ['retry has no other field', node('id: a, bash: a, retry: {max_attempts: 2, dely_ms: 1}'), []],
  ['a timeout is positive', node('id: a, bash: a, timeout: 0, idle_timeout: -5'), []],
  ['env has plain values', node('id: a, bash: a, env: {A: 1, B: true, C: x, D: [1]}'), []],
  ['output_type is any label', node('id: a, bash: a, output_type: report'), ok],
];

test.each([...FILE, ...COMMON])('%s', async (_rule, text, expected) => {
  expect(await problemsOf(text)).toEqual(expected);
});
