import { readFile, symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { nodes } from './bench.js';

const README = new URL('../../packages/core/README.md', import.meta.url);
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

test('WHEN the example of the README of core is run THEN it runs the workflow, tells its events and ends, long before the timeout', async () => {
  const example = /^```js\n(.*?)^```$/ms.exec(await readFile(README, 'utf8'))?.[1] ?? '';
  await using rig = await TestRig.create();
  await symlink(MODULES, rig.path('node_modules'));
  const workflow = nodes({ id: 'greet', bash: 'echo hello' }, { id: 'leave', bash: 'echo bye', depends_on: ['greet'] });
  await rig.write({ 'example.mjs': example, 'flow.yaml': JSON.stringify({ ...workflow, timeout: 3_600_000 }) });
  const { code, stdout, stderr } = await rig.spawn(process.execPath, ['example.mjs']).exited;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe('greet says hello\ngreet DONE stage 1\nleave says bye\nleave DONE stage 2\nDONE\n');
});

test('WHEN the example meets an invalid workflow THEN it shows the problem with its place', async () => {
  const example = /^```js\n(.*?)^```$/ms.exec(await readFile(README, 'utf8'))?.[1] ?? '';
  await using rig = await TestRig.create();
  await symlink(MODULES, rig.path('node_modules'));
  await rig.write({ 'example.mjs': example, 'flow.yaml': 'name: flow\n' });
  const { code, stderr } = await rig.spawn(process.execPath, ['example.mjs']).exited;
  expect([code, /Error: (.*)/.exec(stderr)?.[1]]).toEqual([
    1,
    'flow.yaml:1:1  The workflow has neither "stages" nor "nodes".',
  ]);
});
