import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { agentWorkflow, type PluginOptions, pluginFiles } from './plugin-files.js';

const NAME = '@agentflow/adapter-x';

test.each<[why: string, options: PluginOptions]>([
  ['does not load', { start: 'throw new Error("no luck");' }],
  ['is for other contracts', { agentflow: { apiVersion: 2 } }],
  ['is for another AgentFlow', { packageJson: { engines: { agentflow: '>=9' } } }],
  ['depends on what does not exist', { packageJson: { dependencies: { absent: '^1.0.0' } } }],
  ['is no plugin any more', { agentflow: { contributes: {} } }],
])('WHEN the new version %s THEN the update ends with 4 and the old version works', async (_why, options) => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  await rig.write({ 'w.yaml': agentWorkflow('x') });
  expect((await rig.run('plugins install x', registry)).code).toBe(0);
  const files = () =>
    Promise.all(
      ['agentflow.config.yaml', '.agentflow/plugins.lock.json'].map((file) => readFile(rig.path(file), 'utf8')),
    );
  const before = await files();
  registry.publish(pluginFiles(NAME, { adapters: ['x'], version: '2.0.0', ...options }));
  for (const command of ['plugins update', 'plugins install x@2.0.0']) {
    expect((await rig.run(command, registry)).code).toBe(4);
    expect(await files()).toEqual(before);
    expect((await rig.run('run w.yaml')).stdout).toBe(`${NAME} 1.0.0: hello\n`);
  }
});

test('WHEN there is a new version THEN update takes it, and then has nothing to do', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  await rig.write({ 'w.yaml': agentWorkflow('x') });
  expect((await rig.run('plugins install x', registry)).code).toBe(0);
  registry.publish(pluginFiles(NAME, { adapters: ['x'], version: '1.1.0' }));
  expect((await rig.run('plugins update x --json', registry)).stdout).toBe(
    `{"plugins":[{"name":"${NAME}","version":"1.1.0","change":"updated","previous":"1.0.0"}]}\n`,
  );
  expect((await rig.run('run w.yaml')).stdout).toBe(`${NAME} 1.1.0: hello\n`);
  expect((await rig.run('plugins update', registry)).stderr).toContain(`${NAME} 1.1.0 was installed already.\n`);
});

test('WHEN plugins are installed at the same time THEN all of them are there', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  const ids = ['one', 'two', 'three'];
  for (const id of ids) registry.publish(pluginFiles(`@agentflow/adapter-${id}`, { adapters: [id] }));
  const results = await Promise.all(ids.map((id) => rig.run(`plugins install ${id}`, registry)));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  const { plugins } = JSON.parse((await rig.run('plugins list --json')).stdout) as {
    plugins: { name: string; source: string; state: string }[];
  };
  const installed = plugins.filter(({ source }) => source === 'project').map(({ name, state }) => `${name} ${state}`);
  expect(installed.sort()).toEqual([
    '@agentflow/adapter-one ready',
    '@agentflow/adapter-three ready',
    '@agentflow/adapter-two ready',
  ]);
  const { plugins: locked } = JSON.parse(await readFile(rig.path('.agentflow/plugins.lock.json'), 'utf8'));
  expect(Object.keys(locked)).toEqual(['@agentflow/adapter-one', '@agentflow/adapter-three', '@agentflow/adapter-two']);
});
