import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { agentWorkflow, inFolder, nodeWorkflow, pluginFiles } from './plugin-files.js';

const x = (name: string, version = '1.0.0') => pluginFiles(name, { adapters: ['x'], version });

test('WHEN a plugin is named on several levels THEN --plugin wins over a link, a link over the project, the project over the user', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('flag', x('agentflow-flag')),
    ...inFolder('linked', x('agentflow-linked')),
    ...inFolder('project', x('agentflow-project')),
    ...inFolder('~/.config/agentflow/user', x('agentflow-user')),
    'agentflow.config.yaml': 'plugins: [./project]\n',
    '~/.config/agentflow/config.yaml': 'plugins: [./user]\n',
    'w.yaml': agentWorkflow('x'),
  });
  const who = async (flags = '') => (await rig.run(`run w.yaml ${flags}`)).stdout.split(' ')[0];
  expect((await rig.run('plugins link linked')).code).toBe(0);
  expect(await who('--plugin ./flag')).toBe('agentflow-flag');
  expect(await who()).toBe('agentflow-linked');
  expect((await rig.run('plugins')).stdout).toMatchInlineSnapshot(`
    "NAME                       VERSION  SOURCE   STATE
    agentflow-linked           1.0.0    linked   ready
    agentflow-project          1.0.0    project  ready, shadowed by agentflow-linked
    agentflow-user             1.0.0    user     ready, shadowed by agentflow-linked
    @agentflow/adapter-claude  0.1.0    bundled  ready
    @agentflow/adapter-gemini  0.1.0    bundled  ready
    @agentflow/cli             0.1.0    bundled  ready
    "
  `);
  expect((await rig.run('plugins unlink agentflow-linked')).code).toBe(0);
  expect(await who()).toBe('agentflow-project');
  await rig.write({ 'agentflow.config.yaml': '' });
  expect(await who()).toBe('agentflow-user');
});

test('WHEN a plugin contributes the id of a bundled one THEN it takes its place', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('mine', pluginFiles('agentflow-mine', { adapters: ['claude'] })),
    'agentflow.config.yaml': 'plugins: [./mine]\n',
    'w.yaml': agentWorkflow('claude'),
  });
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-mine 1.0.0: hello\n');
  expect((await rig.run('plugins')).stdout).toContain(
    '@agentflow/adapter-claude  0.1.0    bundled  ready, shadowed by agentflow-mine\n',
  );
});

test('WHEN two packages of one level contribute an id THEN only its use is an error, and --plugin chooses', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('one', x('agentflow-one')),
    ...inFolder('two', pluginFiles('agentflow-two', { adapters: ['x', 'y'] })),
    'agentflow.config.yaml': 'plugins:\n  - ./one\n  - ./two\n',
    'x.yaml': agentWorkflow('x'),
    'y.yaml': agentWorkflow('y'),
  });
  expect((await rig.run('run y.yaml')).stdout).toBe('agentflow-two 1.0.0: hello\n');
  expect(await rig.run('run x.yaml')).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "x.yaml:5:14  The adapter "x" cannot be loaded: "x" is contributed by agentflow-one 1.0.0 (agentflow.config.yaml:2) and by agentflow-two 1.0.0 (agentflow.config.yaml:3).
        5 |     adapter: x
                         ^
        hint: Take one of them out of "plugins", or choose for one command: --plugin agentflow-one
    error: x.yaml:5:14  x.yaml has 1 error: The adapter "x" cannot be loaded: "x" is contributed by agentflow-one 1.0.0 (agentflow.config.yaml:2) and by agentflow-two 1.0.0 (agentflow.config.yaml:3).
    hint: Take one of them out of "plugins", or choose for one command: --plugin agentflow-one
    ",
      "stdout": "",
    }
  `);
  expect((await rig.run('run x.yaml --plugin ./two')).stdout).toBe('agentflow-two 1.0.0: hello\n');
  expect((await rig.run('run x.yaml --plugin agentflow-one')).stdout).toBe('agentflow-one 1.0.0: hello\n');
});

test.each([
  ['nope', 'it is not installed', 'Install it: agentflow plugins install nope'],
  ['tools/nope', 'it is not the name of a package', 'A folder begins with "./".'],
  ['./nope', 'there is no folder <work>/nope', 'Look at the path "./nope".'],
  ['./empty', '<work>/empty has no package.json', 'A plugin is a folder with a package.json; look at the path.'],
])(
  'WHEN --plugin names %s, which is not there, THEN it is an error though nothing uses it',
  async (name, reason, hint) => {
    await using rig = await TestRig.create();
    await rig.write({ 'empty/note.txt': '', 'w.yaml': nodeWorkflow('bash', 'echo never') });
    const stderr = `error: ${name} (--plugin): ${reason}.\nhint: ${hint}\n`;
    for (const command of ['run w.yaml', 'run w.yaml --detach', 'validate w.yaml', 'adapters'])
      expect(await rig.run(`${command} --plugin ${name}`)).toEqual({ code: 4, stdout: '', stderr });
  },
);

test('WHEN a plugin takes a name that belongs to AgentFlow THEN the built-in type stays', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('bad', pluginFiles('agentflow-bad', { nodeTypes: ['bash', 'other'] })),
    'agentflow.config.yaml': 'plugins: [./bad]\n',
    'w.yaml': nodeWorkflow('bash', 'echo built in'),
  });
  expect((await rig.run('run w.yaml')).stdout).toBe('built in\n');
  expect((await rig.run('plugins')).stdout).toMatchInlineSnapshot(`
    "NAME                       VERSION  SOURCE   STATE
    agentflow-bad              1.0.0    project  incompatible: it contributes a node type "bash", and that name belongs to AgentFlow
    @agentflow/adapter-claude  0.1.0    bundled  ready
    @agentflow/adapter-gemini  0.1.0    bundled  ready
    @agentflow/cli             0.1.0    bundled  ready
    "
  `);
});

test('WHEN a name is in node_modules above the config THEN it is found, though it can only be imported', async () => {
  await using rig = await TestRig.create();
  const files = x('@acme/tools');
  const manifest = JSON.parse(files['package.json'] ?? '');
  await rig.write({
    ...inFolder('node_modules/@acme/tools', {
      ...files,
      'package.json': JSON.stringify({ ...manifest, exports: { import: './index.js' } }),
    }),
    'deep/agentflow.config.yaml': 'plugins: ["@acme/tools"]\n',
    'deep/w.yaml': agentWorkflow('x'),
  });
  const { code, stdout } = await rig.run('run w.yaml --cwd deep');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '@acme/tools 1.0.0: hello\n' });
});

test('WHEN a plugin takes options THEN it gets them, and refuses wrong ones with its own words', async () => {
  await using rig = await TestRig.create();
  const entry = `import { definePlugin } from '@agentflow/plugin-sdk';
const configSchema = { '~standard': { version: 1, vendor: 't', validate: (value) => typeof value.word === 'string' ? { value } : { issues: [{ message: 'must be a text', path: ['word'] }] } } };
export default ({ word }) => definePlugin({ name: 'agentflow-say', apiVersion: 1, configSchema,
  adapters: { say: ({ name, settings }) => ({ name, getLaunchConfig: (_mode, prompt) => ({ command: 'echo', args: [word, settings.word, prompt] }) }) } });`;
  await rig.write({
    ...inFolder('say', pluginFiles('agentflow-say', { adapters: ['say'], entry })),
    'w.yaml': agentWorkflow('say'),
  });
  await rig.write({ 'agentflow.config.yaml': 'plugins: [[./say, {word: well}]]\n' });
  expect((await rig.run('run w.yaml')).stdout).toBe('well well hello\n');
  await rig.write({ 'agentflow.config.yaml': 'plugins: [[./say, {word: 7}]]\n' });
  expect(await rig.run('run w.yaml')).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "error: The adapter "say" cannot be loaded: agentflow-say 1.0.0: it refuses its options at "word": must be a text.
    hint: It was named by agentflow.config.yaml:1; correct it, or take it out.
    ",
      "stdout": "",
    }
  `);
});

test('WHEN fifty plugins are named THEN a run imports the one that it uses and no other', async () => {
  await using rig = await TestRig.create();
  const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
  for (const name of names) {
    const start = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(rig.path('imported'))}, '${name}\\n');`;
    await rig.write(
      inFolder(`node_modules/${name}`, pluginFiles(name, { adapters: [`a-${name}`], nodeTypes: [`n-${name}`], start })),
    );
  }
  await rig.write({ 'agentflow.config.yaml': `plugins: [${names.join(', ')}]\n`, 'w.yaml': agentWorkflow('a-p7') });
  for (const command of ['adapters', 'node-types', 'schema', 'plugins', 'validate w.yaml'])
    expect((await rig.run(command)).code).toBe(0);
  expect((await rig.run('run w.yaml')).stdout).toBe('p7 1.0.0: hello\n');
  const { stdout } = await rig.spawn('sort', ['-u', 'imported']).exited;
  expect(stdout).toBe('p7\n');
});
