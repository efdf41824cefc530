import { expect, test } from 'vitest';
import { parseCommandFile } from './command-file.js';

test('a text without front matter is the prompt', () => {
  expect(parseCommandFile('Review it.\n---\n')).toEqual({ prompt: 'Review it.\n---\n' });
});

test.each<[matter: string, fields: object]>([
  ['model: opus\ndescription: What it does.\nallowed-tools: [Read]', { model: 'opus', description: 'What it does.' }],
  ['# nothing but a comment', {}],
  ['model:', {}],
  ['model: !theirs opus', { model: 'opus' }],
  ['? [a, b]\n: c\nmodel: opus', { model: 'opus' }],
  ['- model', { problem: 'it is not a mapping' }],
  ['model: 5', { problem: '"model" is not a text' }],
  ['model: {a: b}\ndescription: d', { description: 'd', problem: '"model" is not a text' }],
  ['model: a: b', { problem: 'in line 2: A text without quotes cannot hold ": "' }],
])('of the front matter %j what can be used is read, and never sent', (matter, fields) => {
  expect(parseCommandFile(`---\n${matter}\n---\nReview it.\n`)).toEqual({ prompt: 'Review it.\n', ...fields });
});
