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

test('WHEN one of several cannot be updated THEN the others are, each has its result, and the exit code is 4', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  const ids = ['one', 'three', 'two'];
  const publish = (id: string, options: PluginOptions) =>
    registry.publish(pluginFiles(`@agentflow/adapter-${id}`, { adapters: [id], ...options }));
  for (const id of ids) {
    publish(id, {});
    expect((await rig.run(`plugins install ${id}`, registry)).code).toBe(0);
  }
  publish('one', { version: '2.0.0', start: 'throw new Error("no luck");' });
  publish('two', { version: '2.0.0' });
  const { code, stdout, stderr } = await rig.run('plugins update --json', registry);
  expect([code, stderr]).toEqual([4, '']);
  expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
    {
      "error": {
        "code": "broken-plugin",
        "hint": "Tell its author, or choose another version.",
        "message": "@agentflow/adapter-one 2.0.0: no luck; nothing was changed.",
      },
      "plugins": [
        {
          "change": "failed",
          "error": {
            "code": "broken-plugin",
            "hint": "Tell its author, or choose another version.",
            "message": "@agentflow/adapter-one 2.0.0: no luck; nothing was changed.",
          },
          "name": "@agentflow/adapter-one",
          "previous": "1.0.0",
          "version": "1.0.0",
        },
        {
          "change": "unchanged",
          "name": "@agentflow/adapter-three",
          "previous": "1.0.0",
          "version": "1.0.0",
        },
        {
          "change": "updated",
          "name": "@agentflow/adapter-two",
          "previous": "1.0.0",
          "version": "2.0.0",
        },
      ],
    }
  `);
  const again = await rig.run('plugins update', registry);
  expect(again.code).toBe(4);
  expect(again.stderr.replace(/^[❯✔].*\n/gm, '')).toMatchInlineSnapshot(`
    "error: @agentflow/adapter-one 2.0.0: no luck; nothing was changed.
    hint: Tell its author, or choose another version.
    @agentflow/adapter-three 1.0.0 was installed already.
    @agentflow/adapter-two 2.0.0 was installed already.
    1 of 3 plugins could not be updated.
    "
  `);
});

test('WHEN what is published as the newest is older than what is installed THEN that stays', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  const publish = (version: string) => registry.publish(pluginFiles(NAME, { adapters: ['x'], version }));
  publish('3.0.0-beta.1');
  expect((await rig.run('plugins install x@3.0.0-beta.1', registry)).code).toBe(0);
  publish('2.0.1');
  expect((await rig.run('plugins update --json', registry)).stdout).toBe(
    `{"plugins":[{"name":"${NAME}","version":"3.0.0-beta.1","change":"unchanged","previous":"3.0.0-beta.1"}]}\n`,
  );
  publish('3.0.0');
  expect((await rig.run('plugins update', registry)).stderr).toContain('3.0.0 is installed; it was 3.0.0-beta.1.\n');
  expect((await rig.run('plugins install x@2.0.1', registry)).code).toBe(0);
});

test('WHEN a signal ends an update of several THEN what is done stays and is told', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  for (const id of ['one', 'two']) {
    for (const version of ['1.0.0', '2.0.0'])
      registry.publish(pluginFiles(`@agentflow/adapter-${id}`, { adapters: [id], version }));
    expect((await rig.run(`plugins install ${id}@1.0.0`, registry)).code).toBe(0);
  }
  const held = registry.hold('@agentflow/adapter-two/-/2.0.0.tgz');
  const update = rig.agentflow('plugins update', registry);
  await held;
  update.kill('SIGINT');
  const { code, stderr } = await update.exited;
  expect({ code, said: stderr.replace(/^[❯✔].*\n/gm, '') }).toMatchInlineSnapshot(`
    {
      "code": 130,
      "said": "@agentflow/adapter-one 2.0.0 is installed; it was 1.0.0.
    error: Ended by SIGINT; what was not done yet is as it was.
    1 of 2 plugins could not be updated.
    ",
    }
  `);
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
