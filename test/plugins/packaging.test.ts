import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { PACKAGES, publishDependencies, publishFolder, publishInstalled } from './packed.js';
import { agentWorkflow, nodeWorkflow, pluginFiles } from './plugin-files.js';

let registry: NpmRegistry;

beforeAll(async () => {
  registry = await NpmRegistry.listen();
  await publishDependencies(registry);
  for (const name of PACKAGES) await publishFolder(registry, `packages/${name}`);
  for (const name of ['typescript', '@types/node', 'undici-types']) await publishInstalled(registry, name);
}, 180_000);

afterAll(() => registry[Symbol.asyncDispose]());

async function shell(rig: TestRig, line: string) {
  const { code, stdout, stderr } = await rig.spawn('bash', ['-c', line], registry.env).exited;
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}

test('WHEN the packed CLI is installed in an empty folder without install scripts THEN it runs workflows', {
  timeout: 180_000,
}, async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'bash.yaml': nodeWorkflow('bash', 'echo hello'),
    'demo.yaml': agentWorkflow('demo', '"Say: hello"'),
  });
  await shell(rig, 'npm install --ignore-scripts @agentflow/cli');
  expect(await shell(rig, 'npx --no-install agentflow run bash.yaml --progress quiet')).toBe('hello\n');
  expect(await shell(rig, 'npx --no-install agentflow run demo.yaml --progress quiet')).not.toBe('');
  expect(await shell(rig, 'npx --no-install agentflow --version')).toMatch(/^@agentflow\/cli\/0\.1\.0 /);
});

test('WHEN the packed CLI is installed globally without install scripts THEN it installs a plugin and runs it in a bare folder', {
  timeout: 180_000,
}, async () => {
  await using rig = await TestRig.create();
  registry.publish(pluginFiles('@agentflow/adapter-x', { adapters: ['x'] }));
  await rig.write({ 'w.yaml': agentWorkflow('x') });
  await shell(rig, 'npm install -g --prefix "$HOME/global" --ignore-scripts @agentflow/cli');
  await shell(rig, '"$HOME/global/bin/agentflow" plugins install x');
  expect(await shell(rig, '"$HOME/global/bin/agentflow" run w.yaml --progress quiet')).toBe(
    '@agentflow/adapter-x 1.0.0: hello\n',
  );
});

const LIBRARIES = PACKAGES.filter((name) => name !== 'cli');

test.each(LIBRARIES)(
  'WHEN the packed package %s is installed alone THEN it can be imported',
  { timeout: 180_000 },
  async (name) => {
    await using rig = await TestRig.create();
    await shell(rig, `npm install --ignore-scripts --omit=optional @agentflow/${name}`);
    await rig.write({
      'import.mjs': `const names = Object.keys(await import('@agentflow/${name}'));\nif (names.length === 0) throw new Error('It exports nothing.');\n`,
    });
    await shell(rig, 'node import.mjs');
  },
);

test('WHEN a strict program is compiled against the packed packages THEN all their declarations hold', {
  timeout: 180_000,
}, async () => {
  await using rig = await TestRig.create();
  const specifiers = [...LIBRARIES, 'plugin-sdk/testing'].map((name) => `@agentflow/${name}`);
  await rig.write({
    'package.json': '{"type": "module"}',
    'program.ts': specifiers.map((name) => `export type * from '${name}';\n`).join(''),
  });
  await shell(
    rig,
    `npm install --ignore-scripts typescript @types/node ${LIBRARIES.map((name) => `@agentflow/${name}`).join(' ')}`,
  );
  await shell(rig, 'npx --no-install tsc --noEmit --strict --module nodenext --target es2022 --types node program.ts');
});
