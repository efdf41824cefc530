import { describe, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { agentWorkflow, inFolder, nodeWorkflow, type PluginOptions, pluginFiles } from './plugin-files.js';

/** Before zod had Standard Schema. */
const SCHEMA_OF_OLD_ZOD = `
import { definePlugin } from '@agentflow/plugin-sdk';
import { z } from ${JSON.stringify(import.meta.resolve('zod3'))};
const schema = z.object({ bad: z.string() });
export default definePlugin({ name: 'agentflow-bad', apiVersion: 1, nodeTypes: { bad: { schema, run: async () => ({ status: 'done', output: '' }) } } });
`;

/** What is wrong with a plugin, and what a run that uses it says. */
const BROKEN: readonly [title: string, options: PluginOptions, reason: string][] = [
  ['throws at import', { start: 'throw new Error("no luck");' }, 'no luck'],
  [
    'never finishes its import',
    { start: 'await new Promise(() => { setInterval(() => {}, 1000); });' },
    'it did not finish loading within 2 seconds',
  ],
  [
    'waits in its import for what never comes',
    { start: 'await new Promise(() => {});' },
    'it never finishes loading: it waits for something that never comes',
  ],
  ['leaves a promise behind that fails', { start: 'Promise.reject(new Error("no luck"));' }, 'no luck'],
  ['throws soon after its import', { start: 'setTimeout(() => { throw new Error("no luck"); }, 5);' }, 'no luck'],
  ['ends the process at import', { start: 'process.exit(0);' }, 'it ended the process that loaded it (exit 0)'],
  [
    'kills the process at import',
    { start: 'process.kill(process.pid, "SIGKILL");' },
    'it ended the process that loaded it (SIGKILL)',
  ],
  ['never gives the processor back', { start: 'for (;;);' }, 'it did not finish loading within 2 seconds'],
  ['exports something else', { entry: 'export default {};' }, 'its default export is not made with definePlugin'],
  [
    'lacks what its manifest names',
    { agentflow: { contributes: { nodeTypes: ['bad', 'worse'] } } },
    'it has no node type "worse", which its manifest names',
  ],
  [
    'has a schema of an old zod',
    { entry: SCHEMA_OF_OLD_ZOD },
    'the schema of its node type "bad" is of an old zod, without Standard Schema; zod 4 and zod 3.24 have it',
  ],
  [
    'was made for other contracts',
    { agentflow: { apiVersion: 7 } },
    'it was made for version 7 of the plugin contracts, and this AgentFlow has version 1',
  ],
  [
    'was made for another AgentFlow',
    { packageJson: { engines: { agentflow: '>=9' } } },
    'it needs AgentFlow >=9, and this is 0.1.0',
  ],
  [
    'has no entry',
    { agentflow: { entry: './absent.js' } },
    'its entry absent.js does not exist; it may have to be built',
  ],
];

describe.each(BROKEN)('a plugin that %s', (_title, options, reason) => {
  const env = { AGENTFLOW_PLUGIN_TIMEOUT: '2000' };
  const files = {
    ...inFolder('bad', pluginFiles('agentflow-bad', { nodeTypes: ['bad'], ...options })),
    'agentflow.config.yaml': 'plugins: [./bad]\n',
    'uses.yaml': nodeWorkflow('bad'),
  };

  test('WHEN it is used THEN the run ends with 4 and says which, why and what to do', async () => {
    await using rig = await TestRig.create();
    await rig.write(files);
    const { code, stdout } = await rig.run('run uses.yaml --json', { env });
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string; hint: string } };
    expect(error).toMatchObject({
      code: 'broken-plugin',
      message: `uses.yaml has 1 error: The node type "bad" of agentflow-bad cannot be loaded: agentflow-bad 1.0.0: ${reason}.`,
      hint: expect.stringMatching(/agentflow\.config\.yaml:1|agentflow plugins update/),
    });
    expect(code).toBe(4);
  });
});

test('WHEN no broken plugin is used THEN no command notices any of them', async () => {
  await using rig = await TestRig.create();
  const names = BROKEN.map((_, index) => `bad-${index}`);
  for (const [index, [, options]] of BROKEN.entries())
    await rig.write(
      inFolder(`bad-${index}`, pluginFiles(`agentflow-bad-${index}`, { nodeTypes: [`bad-${index}`], ...options })),
    );
  await rig.write({
    'agentflow.config.yaml': `plugins: [${names.map((name) => `./${name}`).join(', ')}, agentflow-absent]\n`,
    'other.yaml': agentWorkflow('demo'),
  });
  for (const command of [
    'run other.yaml',
    'validate other.yaml',
    'node-types',
    'adapters',
    'schema',
    'plugins',
    '--help',
  ]) {
    const { code, stderr } = await rig.run(command);
    expect([command, code, stderr.includes('agentflow-')]).toEqual([command, 0, false]);
  }
});

test('WHEN a broken plugin is used by a file THEN validate ends with 4 and shows the place', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('bad', pluginFiles('agentflow-bad', { nodeTypes: ['bad'], start: 'throw new Error("no luck");' })),
    'agentflow.config.yaml': 'plugins: [./bad]\n',
    'uses.yaml': nodeWorkflow('bad'),
  });
  const { code, stdout } = await rig.run('validate uses.yaml');
  expect(stdout).toMatchInlineSnapshot(`
    "uses.yaml:5:5  The node type "bad" of agentflow-bad cannot be loaded: agentflow-bad 1.0.0: no luck.
        5 |     bad: hello
                ^^^
        hint: It was named by agentflow.config.yaml:1; correct it, or take it out.

    ✗ uses.yaml has 1 error
    "
  `);
  expect(code).toBe(4);
});

test('WHEN an adapter of a broken plugin is used THEN the run ends with 4 before anything starts', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('bad', pluginFiles('agentflow-bad', { adapters: ['x'], start: 'throw new Error("no luck");' })),
    'agentflow.config.yaml': 'plugins: [./bad]\n',
    'uses.yaml': agentWorkflow('x'),
  });
  expect(await rig.run('run uses.yaml')).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "error: The adapter "x" cannot be loaded: agentflow-bad 1.0.0: no luck.
    hint: It was named by agentflow.config.yaml:1; correct it, or take it out.
    ",
      "stdout": "",
    }
  `);
  expect(JSON.parse((await rig.run('sessions --json')).stdout)).toEqual({ sessions: [], total: 0 });
});

test('WHEN a plugin was built with another copy of the SDK THEN it works', async () => {
  await using rig = await TestRig.create();
  const brand = "{ [Symbol.for('agentflow.plugin')]: true, ...definition }";
  await rig.write({
    ...inFolder('other', pluginFiles('agentflow-other', { adapters: ['x'] })),
    'other/node_modules/@agentflow/plugin-sdk/package.json':
      '{"name":"@agentflow/plugin-sdk","version":"0.1.9","type":"module","exports":"./index.js"}',
    'other/node_modules/@agentflow/plugin-sdk/index.js': `export const definePlugin = (definition) => (${brand});
export const createAdapter = () => ({ name }) => ({ name, getLaunchConfig: (_mode, prompt) => ({ command: 'echo', args: ['own copy:', prompt] }) });`,
    'w.yaml': agentWorkflow('x'),
  });
  const { code, stdout } = await rig.run('run w.yaml --plugin ./other');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'own copy: hello\n' });
});

test('WHEN a plugin prints while it is imported THEN stdout stays for data', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('loud', pluginFiles('agentflow-loud', { adapters: ['x'], start: 'console.log("I am here");' })),
    'w.yaml': agentWorkflow('x'),
  });
  const { code, stdout } = await rig.run('run w.yaml --plugin ./loud');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'agentflow-loud 1.0.0: hello\n' });
});

test('WHEN a session is resumed and its plugin is broken by now THEN the command ends with 4 and the session stays as it was', async () => {
  await using rig = await TestRig.create();
  const good = { ...pluginFiles('agentflow-x', { adapters: ['x'], nodeTypes: ['y'] }) };
  await rig.write({
    ...inFolder('x', good),
    'agentflow.config.yaml': 'plugins: [./x]\n',
    'w.yaml':
      'name: w\ndescription: Fails once.\nnodes:\n  - id: a\n    bash: test -e ready\n  - id: b\n    depends_on: [a]\n    adapter: x\n    prompt: hello\n',
    'types.yaml':
      'name: w\ndescription: Fails once.\nnodes:\n  - id: a\n    bash: test -e ready\n  - id: b\n    depends_on: [a]\n    y: hello\n',
  });
  for (const name of ['w', 'types']) expect((await rig.run(`run ${name}.yaml --session-id ${name}`)).code).toBe(1);
  await rig.write({ ready: '', 'x/index.js': 'throw new Error("no luck");' });
  for (const name of ['w', 'types']) {
    const { code, stdout } = await rig.run(`resume ${name} --json`);
    expect([code, JSON.parse(stdout).error.code]).toEqual([4, 'broken-plugin']);
  }
  await rig.write({ 'x/index.js': good['index.js'] ?? '' });
  for (const name of ['w', 'types']) expect((await rig.run(`resume ${name}`)).code).toBe(0);
});
