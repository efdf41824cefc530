import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { inFolder, nodeWorkflow, pluginFiles } from './plugin-files.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));

test('WHEN a folder is installed THEN a copy of it is, and a bad one leaves no trace', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  await rig.write({
    ...inFolder('mine', pluginFiles('agentflow-mine', { nodeTypes: ['mine'] })),
    'w.yaml': nodeWorkflow('mine'),
  });
  expect((await rig.run('plugins install ./mine --yes --json', registry)).stdout).toMatchInlineSnapshot(`
    "{"plugins":[{"name":"agentflow-mine","version":"1.0.0","change":"installed","previous":null}]}
    "
  `);
  await rm(rig.path('mine'), { recursive: true });
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-mine 1.0.0: hello\n');
  await rig.write(
    inFolder('bad', pluginFiles('agentflow-bad', { nodeTypes: ['bad'], start: 'throw new Error("no luck");' })),
  );
  expect(await rig.run('plugins install ./bad --yes --json', registry)).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "",
      "stdout": "{"error":{"code":"broken-plugin","message":"agentflow-bad 1.0.0: no luck; nothing was changed.","hint":"Tell its author, or choose another version."}}
    ",
    }
  `);
  await rig.write(inFolder('none', { 'package.json': '{"name":"none","version":"1.0.0"}' }));
  expect(await rig.run('plugins install ./none --yes --json', registry)).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "",
      "stdout": "{"error":{"code":"broken-plugin","message":"none 1.0.0: it is not a plugin: its package.json has no \\"agentflow\\"; nothing was installed.","hint":"Look at the name of the package."}}
    ",
    }
  `);
  expect(Object.keys(JSON.parse(await readFile(rig.path('.agentflow/plugins.lock.json'), 'utf8')).plugins)).toEqual([
    'agentflow-mine',
  ]);
  expect(await readFile(rig.path('agentflow.config.yaml'), 'utf8')).toBe('plugins:\n  - agentflow-mine\n');
});

test.each(['@agentflow/adapter-x', '@acme/tools'])(
  'WHEN a folder claims the name %s, which the registry would be trusted for, THEN it needs a yes',
  async (name) => {
    await using registry = await NpmRegistry.listen();
    await using rig = await TestRig.create();
    const config = 'allowedPlugins: ["@acme/*"]\n';
    await rig.write({
      'agentflow.config.yaml': config,
      ...inFolder('mine', pluginFiles(name, { nodeTypes: ['shout'] })),
    });
    const { code, stdout } = await rig.run('plugins install ./mine --json', registry);
    expect([code, JSON.parse(stdout)]).toEqual([
      4,
      {
        error: {
          code: 'untrusted-plugin',
          message: `${name} 1.0.0 runs code with your permissions. Nobody can be asked here whether that is all right.`,
          hint: '--yes installs it.',
        },
      },
    ]);
    expect(await readFile(rig.path('agentflow.config.yaml'), 'utf8')).toBe(config);
  },
);

test('WHEN a folder is installed for the user THEN it can be updated and restored from any other folder', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  const mine = (version: string) => inFolder('mine', pluginFiles('agentflow-mine', { nodeTypes: ['mine'], version }));
  await rig.write({ ...mine('1.0.0'), 'w.yaml': nodeWorkflow('mine'), '~/elsewhere/note.txt': '' });
  expect((await rig.run('plugins install ./mine --yes --user', registry)).code).toBe(0);
  const data = `${rig.home}/.local/share/agentflow`;
  const source = async () =>
    JSON.parse(await readFile(`${data}/plugins.lock.json`, 'utf8')).plugins['agentflow-mine'].source;
  expect(rig.mask(await source())).toBe('<work>/mine');
  const elsewhere = (command: string) =>
    rig.spawn(
      'bash',
      ['-c', `cd "$HOME/elsewhere" && "${process.execPath}" "${BIN}" ${command} --user --yes`],
      registry.env,
    ).exited;
  await rm(`${data}/plugins`, { recursive: true });
  expect((await elsewhere('plugins install')).code).toBe(0);
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-mine 1.0.0: hello\n');
  await rig.write(mine('1.1.0'));
  expect((await elsewhere('plugins update')).code).toBe(0);
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-mine 1.1.0: hello\n');
});

test('WHEN a tarball is installed by its address THEN it is locked, restored, and refused once it has changed', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles('agentflow-mine', { nodeTypes: ['mine'] }));
  await rig.write({ 'w.yaml': nodeWorkflow('mine') });
  const url = `${registry.url}agentflow-mine/-/1.0.0.tgz`;
  const untrusted = await rig.run(['plugins', 'install', url, '--json'], registry);
  expect([untrusted.code, JSON.parse(untrusted.stdout).error.code]).toEqual([4, 'untrusted-plugin']);
  expect((await rig.run(['plugins', 'install', url, '--yes'], registry)).code).toBe(0);
  const { plugins } = JSON.parse(await readFile(rig.path('.agentflow/plugins.lock.json'), 'utf8'));
  expect(plugins['agentflow-mine'].source).toBe(url);
  await rm(rig.path('.agentflow/plugins'), { recursive: true });
  expect((await rig.run('plugins install --yes', registry)).code).toBe(0);
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-mine 1.0.0: hello\n');
  const files = pluginFiles('agentflow-mine', { nodeTypes: ['mine', 'more'] });
  registry.tamper('agentflow-mine', '1.0.0', { files, admits: true });
  for (const command of ['plugins update', `plugins install ${url} --yes`]) {
    const { code, stdout } = await rig.run(`${command} --json`, registry);
    expect([code, JSON.parse(stdout).error.code]).toEqual([4, 'integrity']);
  }
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-mine 1.0.0: hello\n');
});

test.each([
  [
    'https://github.com/acme/x',
    'error: "https://github.com/acme/x" is a git repository. It would have to be built here, which means to run its scripts; nothing was installed.\nhint: Clone and build it yourself, then install the folder: agentflow plugins install ./FOLDER\n',
  ],
  [
    'http://example.com/x.tgz',
    'error: "http://example.com/x.tgz" is not the https address of a tarball.\nhint: It has to begin with https:// and to end with .tgz.\n',
  ],
  [
    'https://me:secret@example.com/x.tgz',
    'error: The address of a plugin must not hold credentials: the lock file would show them.\nhint: Put them into .npmrc, or fetch the tarball and install the file.\n',
  ],
])(
  'WHEN %s is to be installed THEN it is refused with the next step, and nothing is touched',
  async (source, stderr) => {
    await using rig = await TestRig.create();
    expect(await rig.run(['plugins', 'install', source, '--yes'])).toEqual({ code: 2, stdout: '', stderr });
    expect(existsSync(rig.path('.agentflow'))).toBe(false);
  },
);

test('WHEN an address leads nowhere THEN the command says so', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  const url = `${registry.url}none/-/1.0.0.tgz`;
  const { code, stdout } = await rig.run(['plugins', 'install', url, '--yes', '--json'], registry);
  expect({ code, error: JSON.parse(stdout.replaceAll(registry.url, '<registry>/')).error }).toMatchInlineSnapshot(`
    {
      "code": 4,
      "error": {
        "code": "not-fetched",
        "hint": "It has to be a package: a folder with a package.json, or a tarball of one.",
        "message": "npm cannot get <registry>/none/-/1.0.0.tgz: nothing is there; nothing was installed.",
      },
    }
  `);
});
