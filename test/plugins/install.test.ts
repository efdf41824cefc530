import { existsSync } from 'node:fs';
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { agentWorkflow, nodeWorkflow, pluginFiles } from './plugin-files.js';

test('WHEN only a stranger has a package of the short name THEN nothing is installed and the names to type are shown', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  for (const name of ['x', 'adapter-x']) registry.publish(pluginFiles(name, { adapters: ['x'] }));
  expect((await rig.run('plugins install x --yes', registry)).code).toBe(4);
  expect(await rig.run('plugins install adapter-x --yes', registry)).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "❯ Resolve @agentflow/adapter-x
    error: There is no package @agentflow/adapter-x in the registry; nothing was installed.
    hint: "adapter-x" is short for @agentflow/adapter-x and nothing else. If you mean somebody else's package, type its name in full:
    hint: agentflow plugins install agentflow-adapter-x
    hint: agentflow plugins install @SCOPE/agentflow-adapter-x
    ",
      "stdout": "",
    }
  `);
  expect(new Set(registry.requests)).toEqual(new Set(['@agentflow/adapter-x']));
  expect(existsSync(rig.path('agentflow.config.yaml'))).toBe(false);
  expect(existsSync(rig.path('.agentflow/plugins.lock.json'))).toBe(false);
});

test('WHEN a plugin is installed by its short name THEN it is registered, locked and works in a folder without a package.json', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles('@agentflow/adapter-x', { adapters: ['x'] }));
  await rig.write({ 'agentflow.config.yaml': '# ours\nredact: [A] # why\n', 'w.yaml': agentWorkflow('x') });
  expect(await rig.run('plugins install x', registry)).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "❯ Resolve @agentflow/adapter-x
    ✔ Resolve @agentflow/adapter-x
    ❯ Install @agentflow/adapter-x 1.0.0
    ✔ Install @agentflow/adapter-x 1.0.0
    ❯ Check that it loads
    ✔ Check that it loads
    @agentflow/adapter-x 1.0.0 is installed.
    ",
      "stdout": "",
    }
  `);
  expect(await readFile(rig.path('agentflow.config.yaml'), 'utf8')).toMatchInlineSnapshot(`
    "# ours
    redact: [A] # why
    plugins:
      - "@agentflow/adapter-x"
    "
  `);
  const { code, stdout } = await rig.run('run w.yaml');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '@agentflow/adapter-x 1.0.0: hello\n' });
  expect((await rig.run('plugins list')).stdout).toMatchInlineSnapshot(`
    "NAME                       VERSION  SOURCE   STATE
    @agentflow/adapter-x       1.0.0    project  ready
    @agentflow/adapter-claude  0.1.0    bundled  ready
    @agentflow/adapter-gemini  0.1.0    bundled  ready
    @agentflow/cli             0.1.0    bundled  ready
    "
  `);
  expect(await rig.run('plugins uninstall adapter-x --json')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "{"uninstalled":"@agentflow/adapter-x"}
    ",
    }
  `);
  expect(await readFile(rig.path('agentflow.config.yaml'), 'utf8')).toBe('# ours\nredact: [A] # why\n');
  expect((await rig.run('run w.yaml')).code).toBe(3);
});

test('WHEN a package is not ours THEN it needs a yes, or a place in allowedPlugins', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles('@acme/tools', { nodeTypes: ['shout'] }));
  expect(await rig.run('plugins install @acme/tools --json', registry)).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "",
      "stdout": "{"error":{"code":"untrusted-plugin","message":"@acme/tools 1.0.0 runs code with your permissions. Nobody can be asked here whether that is all right.","hint":"--yes installs it; 'allowedPlugins: [\\"@acme/tools\\"]' in the config allows it for good."}}
    ",
    }
  `);
  expect(existsSync(rig.path('agentflow.config.yaml'))).toBe(false);
  await rig.write({ 'agentflow.config.yaml': 'allowedPlugins: ["@acme/*"]\n', 'w.yaml': nodeWorkflow('shout') });
  expect((await rig.run('plugins install @acme/tools', registry)).code).toBe(0);
  expect((await rig.run('run w.yaml')).stdout).toBe('@acme/tools 1.0.0: hello\n');
});

test('WHEN a plugin or what it depends on has install scripts THEN they do not run unless that is allowed', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  const scripts = { postinstall: 'echo ran > "$MARK_FOLDER/$npm_package_name"' };
  const mark = (name: string) => existsSync(rig.path(name));
  registry.publish({ 'package.json': JSON.stringify({ name: 'below', version: '1.0.0', scripts }) });
  registry.publish(
    pluginFiles('agentflow-adapter-x', { adapters: ['x'], packageJson: { scripts, dependencies: { below: '1.0.0' } } }),
  );
  const env = { ...registry.env, MARK_FOLDER: rig.path() };
  expect((await rig.run('plugins install agentflow-adapter-x --yes', { env })).code).toBe(0);
  expect([mark('below'), mark('agentflow-adapter-x')]).toEqual([false, false]);
  expect((await rig.run('plugins uninstall agentflow-adapter-x')).code).toBe(0);
  expect((await rig.run('plugins install agentflow-adapter-x --yes --allow-scripts', { env })).code).toBe(0);
  expect([mark('below'), mark('agentflow-adapter-x')]).toEqual([true, true]);
});

test('WHEN a lock file is all that a clone has THEN install restores it, and refuses a tarball that changed', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish({ 'package.json': '{"name":"below","version":"1.0.0","main":"index.js"}', 'index.js': '' });
  const files = pluginFiles('agentflow-adapter-x', {
    adapters: ['x'],
    packageJson: { dependencies: { below: '^1.0.0' } },
  });
  registry.publish(files);
  await rig.write({ 'w.yaml': agentWorkflow('x') });
  expect((await rig.run('plugins install agentflow-adapter-x --yes', registry)).code).toBe(0);
  const lock = await readFile(rig.path('.agentflow/plugins.lock.json'), 'utf8');
  expect(lock.includes(registry.url)).toBe(false);
  const clone = async () => {
    await rm(rig.path('.agentflow/plugins'), { recursive: true });
    await rm(`${rig.home}/.npm`, { recursive: true });
  };
  await clone();
  expect(await rig.run('run w.yaml')).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "w.yaml:5:14  The adapter "x" cannot be loaded: agentflow-adapter-x 1.0.0: it is not installed.
        5 |     adapter: x
                         ^
        hint: Install what the lock file names: agentflow plugins install
    error: w.yaml:5:14  w.yaml has 1 error: The adapter "x" cannot be loaded: agentflow-adapter-x 1.0.0: it is not installed.
    hint: Install what the lock file names: agentflow plugins install
    ",
      "stdout": "",
    }
  `);
  // Newer versions do not matter.
  registry.publish({ 'package.json': '{"name":"below","version":"1.1.0","main":"index.js"}', 'index.js': '' });
  registry.publish(pluginFiles('agentflow-adapter-x', { adapters: ['x'], version: '1.1.0' }));
  expect(await rig.run('plugins install --yes', registry)).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "❯ Restore agentflow-adapter-x 1.0.0
    ✔ Restore agentflow-adapter-x 1.0.0
    agentflow-adapter-x 1.0.0 is installed as the lock file has it.
    ",
      "stdout": "",
    }
  `);
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-adapter-x 1.0.0: hello\n');
  expect(await readFile(rig.path('.agentflow/plugins.lock.json'), 'utf8')).toBe(lock);

  await clone();
  registry.tamper('agentflow-adapter-x', '1.0.0', { files: { ...files, 'more.js': '1' }, admits: true });
  expect(await rig.run('plugins install --yes', registry)).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "❯ Restore agentflow-adapter-x 1.0.0
    error: The tarball of agentflow-adapter-x@1.0.0 is not the one that was published or locked; nothing was installed.
    hint: Somebody may have changed it. Ask its author; to accept it anyway, uninstall the plugin and install it again.
    ",
      "stdout": "",
    }
  `);
  registry.tamper('agentflow-adapter-x', '1.0.0', { files: { ...files, 'more.js': '2' }, admits: false });
  expect((await rig.run('plugins install --yes --json', registry)).stdout).toContain('"code":"integrity"');
  registry.publish(files);
  registry.tamper('below', '1.0.0', { files: { 'package.json': '{"name":"below","version":"1.0.0"}' }, admits: true });
  expect((await rig.run('plugins install --yes --json', registry)).stdout).toContain('"code":"integrity"');
  expect((await rig.run('run w.yaml')).code).toBe(4);
});

test('WHEN a plugin is installed for the user THEN it works in every project', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles('agentflow-adapter-x', { adapters: ['x'] }));
  await rig.write({ 'w.yaml': agentWorkflow('x') });
  expect((await rig.run('plugins install agentflow-adapter-x --yes --user', registry)).code).toBe(0);
  expect((await rig.run('run w.yaml')).stdout).toBe('agentflow-adapter-x 1.0.0: hello\n');
  expect(existsSync(rig.path('agentflow.config.yaml'))).toBe(false);
  expect(await readFile(`${rig.home}/.config/agentflow/config.yaml`, 'utf8')).toBe(
    'plugins:\n  - agentflow-adapter-x\n',
  );
});

test.each<[file: string, before: string, after: string]>([
  [
    '.agentflowrc',
    '{ # ours\n  redact: [A,   B], # why\n\n  defaults: {concurrency: 2}\n}\n',
    '{ # ours\n  redact: [A,   B], # why\n\n  defaults: {concurrency: 2},\n  plugins: [agentflow-adapter-x]\n}\n',
  ],
  [
    'agentflow.config.yaml',
    'redact:\r\n      - A\r\n\r\n# end\r\n',
    'redact:\r\n      - A\r\n\r\n# end\r\nplugins:\r\n  - agentflow-adapter-x\r\n',
  ],
  [
    'agentflow.config.json',
    '{"redact": ["A",  "B"], "defaults": {}}\n',
    '{"redact": ["A",  "B"], "defaults": {}, "plugins": ["agentflow-adapter-x"]}\n',
  ],
])('WHEN a plugin is named in %s THEN nothing else in it changes, nor who may read it', async (file, before, after) => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles('agentflow-adapter-x', { adapters: ['x'] }));
  await rig.write({ [file]: before });
  await chmod(rig.path(file), 0o600);
  const mode = async () => (await stat(rig.path(file))).mode & 0o777;
  expect((await rig.run('plugins install agentflow-adapter-x --yes', registry)).code).toBe(0);
  expect([await readFile(rig.path(file), 'utf8'), await mode()]).toEqual([after, 0o600]);
  expect((await rig.run('plugins uninstall agentflow-adapter-x')).code).toBe(0);
  expect([await readFile(rig.path(file), 'utf8'), await mode()]).toEqual([before, 0o600]);
});

test('WHEN the config is a program THEN install says what to add to it, and changes nothing', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles('@agentflow/adapter-x', { adapters: ['x'] }));
  await rig.write({
    'agentflow.config.ts': 'export default { redact: ["A"] as string[] };\n',
    'w.yaml': agentWorkflow('x'),
  });
  expect(await rig.run('plugins install x --json', registry)).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "",
      "stdout": "{"error":{"code":"config-is-code","message":"agentflow.config.ts is a program, which AgentFlow does not edit; nothing was installed.","hint":"Add \\"@agentflow/adapter-x\\" to its \\"plugins\\", then install the plugin again."}}
    ",
    }
  `);
  await rig.write({ 'agentflow.config.ts': 'export default { plugins: ["@agentflow/adapter-x"] };\n' });
  expect((await rig.run('plugins install x', registry)).code).toBe(0);
  expect((await rig.run('run w.yaml')).stdout).toBe('@agentflow/adapter-x 1.0.0: hello\n');
});
