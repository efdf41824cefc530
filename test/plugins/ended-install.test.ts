import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { processesIn } from '../faults/marked-processes.js';
import { until } from '../faults/wait.js';
import { cleanEnvironment } from '../rig/environment.js';
import { Terminal } from '../rig/fake-agent-terminal.js';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { agentWorkflow, pluginFiles } from './plugin-files.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));
const NAME = '@agentflow/adapter-x';
const TARBALL = `${NAME}/-/1.0.0.tgz`;

/** The folders in which npm is at work. */
function temporaryFolders(rig: TestRig): string[] {
  const plugins = rig.path('.agentflow/plugins');
  return readdirSync(plugins)
    .filter((name) => name.startsWith('.tmp-'))
    .map((name) => join(plugins, name));
}

test.each<[signal: NodeJS.Signals, exitCode: number]>([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('WHEN %s ends an installation THEN npm ends with it, and everything is as it was', async (signal, exitCode) => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  const held = registry.hold(TARBALL);
  const install = rig.agentflow('plugins install x', registry);
  await held;
  const [folder = ''] = temporaryFolders(rig);
  expect(processesIn(folder)).toHaveLength(1);
  install.kill(signal);
  expect(await install.exited).toEqual({
    code: exitCode,
    signal: null,
    stdout: '',
    stderr: `❯ Resolve ${NAME}\nerror: Ended by ${signal}; nothing was changed.\n`,
  });
  expect(processesIn(folder)).toEqual([]);
  expect(readdirSync(rig.path())).toEqual(['.agentflow']);
  expect(readdirSync(rig.path('.agentflow/plugins'))).toEqual(['.gitignore']);
});

test('WHEN Ctrl-C is typed during an installation THEN the cursor is there again', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  const held = registry.hold(TARBALL);
  const env = { ...cleanEnvironment(rig), ...registry.env, NO_COLOR: '1', TERM: 'xterm-256color' };
  const args = [BIN, 'plugins', 'install', 'x'];
  await using terminal = await Terminal.start(process.execPath, args, { cwd: rig.path(), env });
  await held;
  expect(terminal.hasCursor).toBe(false);
  await terminal.type('\x03');
  expect((await terminal.exited).exitCode).toBe(130);
  expect(terminal.hasCursor).toBe(true);
  expect(terminal.screen).toContain('error: Ended by SIGINT; nothing was changed.');
  expect(readdirSync(rig.path('.agentflow/plugins'))).toEqual(['.gitignore']);
});

test('WHEN an installation waits for another one THEN a signal ends the waiting', async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  const held = registry.hold(TARBALL);
  const first = rig.agentflow('plugins install x', registry);
  await held;
  const second = rig.agentflow('plugins install x', registry);
  const waiting = `Waiting for process ${first.pid}, which changes the plugins here.\n`;
  await second.waitFor(({ stderr }) => stderr === waiting);
  second.kill('SIGTERM');
  const { code, stderr } = await second.exited;
  expect({ code, stderr }).toEqual({
    code: 143,
    stderr: `${waiting}error: Ended by SIGTERM; nothing was changed.\n`,
  });
});

test("WHEN an installation with the project's .npmrc is killed THEN npm ends, and its credentials are in no other file", async () => {
  await using registry = await NpmRegistry.listen();
  await using rig = await TestRig.create();
  registry.publish(pluginFiles(NAME, { adapters: ['x'] }));
  const credentials = registry.url.replace(/^http:/, '');
  await rig.write({
    '.npmrc': `registry=${registry.url}\n${credentials}:_authToken=not-to-be-copied\n`,
    'w.yaml': agentWorkflow('x'),
  });
  const held = registry.hold(TARBALL);
  const install = rig.agentflow('plugins install x');
  await held;
  const [folder = ''] = temporaryFolders(rig);
  install.kill('SIGKILL');
  await install.exited;
  await until('npm has ended', () => processesIn(folder).length === 0);
  const files = readdirSync(rig.path('.agentflow'), { recursive: true, encoding: 'utf8' })
    .map((name) => rig.path('.agentflow', name))
    .filter((file) => lstatSync(file).isFile());
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('not-to-be-copied'))).toEqual([]);
  registry.release(TARBALL);
  expect((await rig.run('plugins install x')).code).toBe(0);
  expect(registry.authorizations.at(-1)).toBe('Bearer not-to-be-copied');
  expect((await rig.run('run w.yaml')).stdout).toBe(`${NAME} 1.0.0: hello\n`);
  expect(readdirSync(rig.path('.agentflow/plugins', NAME, '1.0.0'))).not.toContain('.npmrc');
});
