import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageVersion } from './package-version.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentflow-version-'));
  mkdirSync(join(folder, 'tool', 'dist'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'tool', 'dist', 'main.js'), '');
  writeFileSync(join(folder, 'tool', 'dist', 'package.json'), '{"type":"module"}');
  symlinkSync(join(folder, 'tool', 'dist', 'main.js'), join(folder, 'bin', 'tool'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['is one of its programs', { bin: { tool: 'dist/main.js' } }, { version: '1.2.3' }],
  ['is its program', { bin: 'dist/main.js' }, { version: '1.2.3' }],
  ['only lies in it', { bin: { other: 'dist/main.js' } }, {}],
  ['is none of its programs', {}, {}],
])('a program that %s', (_how, fields, version) => {
  const manifest = { name: '@acme/tool', version: '1.2.3', ...fields };
  writeFileSync(join(folder, 'tool', 'package.json'), JSON.stringify(manifest));
  expect(packageVersion('tool', `/nowhere:${join(folder, 'bin')}`)).toEqual(version);
  expect(packageVersion(join(folder, 'bin', 'tool'))).toEqual(version);
});

test('a program that is not there, or in no package', () => {
  expect(packageVersion('tool', '/nowhere')).toEqual({});
  expect(packageVersion(join(folder, 'bin'))).toEqual({});
});
