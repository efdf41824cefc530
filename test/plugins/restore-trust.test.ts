import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../rig/environment.js';
import { Terminal } from '../rig/fake-agent-terminal.js';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { pluginFiles } from './plugin-files.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));
const OURS = '@agentflow/adapter-x';
const STRANGERS = ['@acme/tools', 'agentflow-adapter-y'];

/** A project as it is after a clone: a config, a lock file, and nothing installed. */
async function clone(rig: TestRig, registry: NpmRegistry, names: readonly string[]): Promise<void> {
  for (const name of names) {
    registry.publish(pluginFiles(name, { adapters: [name.replace(/\W/g, '')] }));
    expect((await rig.run(`plugins install ${name} --yes`, registry)).code).toBe(0);
  }
  await rm(rig.path('.agentflow/plugins'), { recursive: true });
  registry.requests.length = 0;
}

const isThere = (rig: TestRig, name: string) => existsSync(rig.path('.agentflow/plugins', name));

test('WHEN a lock file names packages that are not ours and nobody can be asked THEN nothing is fetched', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  await clone(rig, registry, [OURS, ...STRANGERS]);
  expect(await rig.run('plugins install', registry)).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "error: @acme/tools 1.0.0 and agentflow-adapter-y 1.0.0 run code with your permissions. Nobody can be asked here whether that is all right.
    hint: --yes installs them; 'allowedPlugins: ["@acme/tools", "agentflow-adapter-y"]' in the config allows them for good.
    ",
      "stdout": "",
    }
  `);
  expect(registry.requests).toEqual([]);
  expect([OURS, ...STRANGERS].filter((name) => isThere(rig, name))).toEqual([]);
  const config = await readFile(rig.path('agentflow.config.yaml'), 'utf8');
  await rig.write({ 'agentflow.config.yaml': `${config}allowedPlugins: ["@acme/*", agentflow-adapter-y]\n` });
  expect((await rig.run('plugins install', registry)).code).toBe(0);
  expect([OURS, ...STRANGERS].every((name) => isThere(rig, name))).toBe(true);
});

test.each<[answer: string, keys: string, exitCode: number, last: string]>([
  ['yes', 'y\r', 0, 'agentflow-adapter-y 1.0.0 is installed as the lock file has it.'],
  ['no', 'n\r', 4, 'error: @acme/tools and agentflow-adapter-y were not installed.'],
])(
  'WHEN a person at a terminal is asked about what a lock file names and answers %s THEN that holds for all',
  async (_answer, keys, exitCode, last) => {
    await using registry = await NpmRegistry.listen();
    await using rig = await TestRig.create();
    await clone(rig, registry, STRANGERS);
    const env = { ...cleanEnvironment(rig), ...registry.env, NO_COLOR: '1', TERM: 'xterm-256color' };
    const options = { cwd: rig.path(), env, columns: 140 };
    await using terminal = await Terminal.start(process.execPath, [BIN, 'plugins', 'install'], options);
    await terminal.waitFor(
      '@acme/tools 1.0.0 and agentflow-adapter-y 1.0.0 run code with your permissions. Install them? [y/N]',
    );
    await terminal.type(keys);
    expect((await terminal.exited).exitCode).toBe(exitCode);
    expect(terminal.screen).toContain(last);
    expect(STRANGERS.map((name) => isThere(rig, name))).toEqual(STRANGERS.map(() => exitCode === 0));
  },
);

test.each<[how: string, change: (lock: string, url: string) => string]>([
  ['the plugin itself', (lock) => lock.replace(`npm:${OURS}@1.0.0`, 'npm:stranger@1.0.0')],
  [
    'a package below it',
    (lock, url) => lock.replace('"version": "1.2.3",', `"version": "1.2.3", "resolved": "${url}",`),
  ],
  [
    'a package below it by another name',
    (lock) => lock.replace('"version": "1.2.3",', '"version": "1.2.3", "name": "z",'),
  ],
])('WHEN a lock file gets %s from elsewhere THEN a name of ours does not make it trusted', async (_how, change) => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish({ 'package.json': '{"name":"below","version":"1.2.3"}' });
  const packageJson = { dependencies: { below: '1.2.3' } };
  registry.publish(pluginFiles(OURS, { adapters: ['x'], packageJson }));
  expect((await rig.run('plugins install x', registry)).code).toBe(0);
  await rm(rig.path('.agentflow/plugins'), { recursive: true });
  const lock = await readFile(rig.path('.agentflow/plugins.lock.json'), 'utf8');
  const changed = change(lock, `${registry.url}below/-/1.2.3.tgz`);
  expect(changed).not.toBe(lock);
  await rig.write({ '.agentflow/plugins.lock.json': changed });
  const { code, stderr } = await rig.run('plugins install', registry);
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: `error: ${OURS} 1.0.0 runs code with your permissions. Nobody can be asked here whether that is all right.\nhint: --yes installs it.\n`,
  });
  await rig.write({ '.agentflow/plugins.lock.json': lock });
  expect((await rig.run('plugins install', registry)).code).toBe(0);
});
