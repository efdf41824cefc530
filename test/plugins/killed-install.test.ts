import { cpSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { agentWorkflow, pluginFiles } from './plugin-files.js';

const PRELOAD = fileURLToPath(new URL('./kill-at-change.js', import.meta.url));
const NAME = 'agentflow-adapter-x';
const CONFIG = '# ours\nredact: [A] # why\n';

/** Runs a command again and again, killed before its first change of a file, its second, and so on to its end. */
async function killEverywhere(
  rig: TestRig,
  command: string,
  registry: NpmRegistry,
  look: () => Promise<string>,
): Promise<string[]> {
  cpSync(rig.path(), `${rig.path()}.before`, { recursive: true });
  const seen: string[] = [];
  for (let at = 1; ; at++) {
    const env = { ...registry.env, KILL_AT: String(at) };
    const { code, signal } = await rig.agentflow(command, { env, nodeOptions: ['--import', PRELOAD] }).exited;
    if (signal === null) {
      expect(code).toBe(0);
      return seen;
    }
    seen.push(await look());
    // Whatever was left behind, the next try must succeed.
    if (at % 5 === 0) expect((await rig.run(command, registry)).code).toBe(0);
    rmSync(rig.path(), { recursive: true });
    cpSync(`${rig.path()}.before`, rig.path(), { recursive: true });
  }
}

/** Which version a run uses; the list has to say the same. */
async function version(rig: TestRig): Promise<string> {
  const { code, stdout, stderr } = await rig.run('run w.yaml');
  const { plugins } = JSON.parse((await rig.run('plugins list --json')).stdout) as {
    plugins: { name: string; version: string; state: string }[];
  };
  const listed = plugins.find(({ name }) => name === NAME);
  if (code === 0) {
    expect(stdout).toBe(`${NAME} ${listed?.version}: hello\n`);
    return listed?.version ?? '';
  }
  expect([listed, stderr]).toEqual([undefined, expect.stringContaining('No adapter is called "x".')]);
  return 'none';
}

test('WHEN an update is killed at any change of a file THEN the old version works, or the new one', {
  timeout: 300_000,
}, async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  await rig.write({ 'agentflow.config.yaml': CONFIG, 'w.yaml': agentWorkflow('x') });
  expect((await rig.run(`plugins install ${NAME} --yes`, registry)).code).toBe(0);
  const config = readFileSync(rig.path('agentflow.config.yaml'), 'utf8');
  registry.publish(pluginFiles(NAME, { adapters: ['x'], version: '2.0.0' }));
  const seen = await killEverywhere(rig, 'plugins update --yes', registry, async () => {
    expect(readFileSync(rig.path('agentflow.config.yaml'), 'utf8')).toBe(config);
    return version(rig);
  });
  expect(new Set(seen)).toEqual(new Set(['1.0.0', '2.0.0']));
  expect(seen).toEqual([...seen].sort());
  expect(await version(rig)).toBe('2.0.0');
});

test('WHEN a first installation is killed at any change of a file THEN there is no plugin, or a whole one', {
  timeout: 300_000,
}, async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  await rig.write({ 'agentflow.config.yaml': CONFIG, 'w.yaml': agentWorkflow('x') });
  const seen = await killEverywhere(rig, `plugins install ${NAME} --yes`, registry, () => version(rig));
  expect(new Set(seen)).toEqual(new Set(['none', '1.0.0']));
  expect(seen).toEqual([...seen].sort().reverse());
});

test('WHEN an installation is killed while npm waits for the registry THEN nothing has changed and the next one succeeds', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  await rig.write({ 'agentflow.config.yaml': CONFIG, 'w.yaml': agentWorkflow('x') });
  const held = registry.hold(`${NAME}/-/1.0.0.tgz`);
  const install = rig.agentflow(`plugins install ${NAME} --yes`, registry);
  await held;
  await install.end();
  expect(readFileSync(rig.path('agentflow.config.yaml'), 'utf8')).toBe(CONFIG);
  expect(await version(rig)).toBe('none');
  registry.release(`${NAME}/-/1.0.0.tgz`);
  expect((await rig.run(`plugins install ${NAME} --yes`, registry)).code).toBe(0);
  expect(await version(rig)).toBe('1.0.0');
});
