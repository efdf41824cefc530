import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckHost } from './resource-finder.js';

let root = '';
const host = () => createCheckHost({ command: [join(root, 'near'), join(root, 'far')], script: [] }, join(root, 'bin'));
const find = (name: string) => {
  const search = host().findResource('command', name, ['.md', '.txt']);
  return search.found ? search.file.slice(root.length) : search.similar;
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'agentflow-resources-'));
  for (const folder of ['near', 'far', 'bin', 'near/folder.md']) await mkdir(join(root, folder));
  for (const file of ['near/review.md', 'far/review.md', 'far/tidy.txt', 'secret.md', 'bin/tool', 'bin/data'])
    await writeFile(join(root, file), '');
  await symlink(join(root, 'secret.md'), join(root, 'near', 'leak.md'));
  await symlink(join(root, 'near', 'review.md'), join(root, 'near', 'inner.md'));
  await chmod(join(root, 'bin', 'tool'), 0o755);
});

afterAll(() => rm(root, { recursive: true }));

test.each<[name: string, expected: string | readonly string[]]>([
  ['review', '/near/review.md'],
  ['tidy', '/far/tidy.txt'],
  ['inner', '/near/inner.md'],
  ['reviw', ['review']],
  ['nothing-like-it', []],
  ['folder', []],
  ['leak', []],
  ['../secret', []],
  ['/etc/passwd', []],
  ['-review', ['review']],
  ['re\0view', ['review']],
  ['a'.repeat(5000), []],
])('WHEN the name is %j THEN %j is found or suggested, never anything outside', (name, expected) => {
  expect(find(name)).toEqual(expected);
});

test('a program is a file on the PATH that can be run', () => {
  const { hasProgram } = host();
  expect(['tool', 'data', 'gone'].map((name) => hasProgram(name))).toEqual([true, false, false]);
});
