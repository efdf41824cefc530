import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { agentWorkflow, inFolder, pluginFiles } from './plugin-files.js';

const SDK = '@agentflow/plugin-sdk';

/** A copy that belongs to the project, and that no plugin may be given. */
const foreignSdk = (version: string) =>
  inFolder(`node_modules/${SDK}`, {
    'package.json': JSON.stringify({ name: SDK, version, type: 'module', exports: './index.js' }),
    'index.js': 'throw new Error("This copy of the SDK is the project\'s.");',
  });

test.each<[where: string, files: Readonly<Record<string, string>>]>([
  ['no folder above them has a copy', {}],
  ['a folder above them has a copy that suits the one', foreignSdk('0.1.0')],
  ['a folder above them has a copy that suits the other', foreignSdk('9.0.0')],
])('WHEN two plugins want different major versions of the SDK and %s THEN both work', async (_where, files) => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  await rig.write(files);
  registry.publish({
    'package.json': `{"name":"${SDK}","version":"9.0.0","type":"module","exports":"./index.js"}`,
    'index.js': `export const definePlugin = (definition) => ({ [Symbol.for('agentflow.plugin')]: true, ...definition });
export const createAdapter = () => ({ name }) => ({ name, getLaunchConfig: (_mode, prompt) => ({ command: 'echo', args: ['SDK 9:', prompt] }) });`,
  });
  registry.publish(pluginFiles('@agentflow/adapter-now', { adapters: ['now'] }));
  const peerDependencies = { [SDK]: '^9' };
  registry.publish(pluginFiles('@agentflow/adapter-later', { adapters: ['later'], packageJson: { peerDependencies } }));
  for (const name of ['now', 'later']) expect((await rig.run(`plugins install ${name}`, registry)).code).toBe(0);
  await rig.write({
    'w.yaml': `${agentWorkflow('now')}  - id: b\n    depends_on: [a]\n    adapter: later\n    prompt: after $a.output\n`,
  });
  const { code, stdout } = await rig.run('run w.yaml');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'SDK 9: after @agentflow/adapter-now 1.0.0: hello\n' });
});

test('WHEN plugins are used where they are written and the project has an SDK THEN they get that of AgentFlow', async () => {
  await using rig = await TestRig.create();
  const required = pluginFiles('agentflow-required', {
    adapters: ['required'],
    packageJson: { type: 'commonjs' },
    entry: `const { createAdapter, definePlugin } = require('${SDK}');
const adapter = createAdapter({ command: 'echo', modes: { headless: { args: ['required:'], prompt: 'last' } } });
module.exports = definePlugin({ name: 'agentflow-required', apiVersion: 1, adapters: { required: adapter } });`,
  });
  await rig.write({
    ...foreignSdk('0.1.0'),
    ...inFolder('tools/imported', pluginFiles('agentflow-imported', { adapters: ['imported'] })),
    ...inFolder('tools/required', required),
    'agentflow.config.yaml': 'plugins: [./tools/imported]\n',
    'w.yaml': `${agentWorkflow('imported')}  - id: b\n    depends_on: [a]\n    adapter: required\n    prompt: after $a.output\n`,
  });
  expect((await rig.run('plugins link tools/required')).code).toBe(0);
  const { code, stdout } = await rig.run('run w.yaml');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'required: after agentflow-imported 1.0.0: hello\n' });
});

test('WHEN npm put a plugin and an SDK beside each other THEN the plugin keeps it', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('node_modules/agentflow-x', pluginFiles('agentflow-x', { adapters: ['x'] })),
    ...inFolder(`node_modules/${SDK}`, {
      'package.json': `{"name":"${SDK}","version":"0.1.0","type":"module","exports":"./index.js"}`,
      'index.js': `export const definePlugin = (definition) => ({ [Symbol.for('agentflow.plugin')]: true, ...definition });
export const createAdapter = () => ({ name }) => ({ name, getLaunchConfig: (_mode, prompt) => ({ command: 'echo', args: ['its own:', prompt] }) });`,
    }),
    'agentflow.config.yaml': 'plugins: [agentflow-x]\n',
    'w.yaml': agentWorkflow('x'),
  });
  expect((await rig.run('run w.yaml')).stdout).toBe('its own: hello\n');
});
