import { describe, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { agentWorkflow, type PluginOptions, pluginFiles } from './plugin-files.js';

const LIMIT = { AGENTFLOW_PLUGIN_TIMEOUT: '2000' };

/** Code that is harmless until there is a file NOW, which comes after the installation has tried the plugin. */
const whenToldTo = (code: string) =>
  `import { existsSync, rmSync } from 'node:fs'; const isTold = existsSync('NOW'); if (isTold) { ${code} }`;

/** The same while a session is alive. */
const onceToldTo = (code: string) => `
import { existsSync, rmSync } from 'node:fs';
setInterval(() => {
  if (!existsSync('NOW')) return;
  rmSync('NOW');
  ${code}
}, 10);`;

async function withInstalled(options: PluginOptions): Promise<TestRig> {
  await using registry = await NpmRegistry.listen();
  const rig = await TestRig.create();
  registry.publish(pluginFiles('agentflow-bad', { adapters: ['x'], ...options }));
  expect((await rig.run('plugins install agentflow-bad --yes', registry)).code).toBe(0);
  return rig;
}

describe.each([
  ['loops', 'for (;;);', 'it did not give the processor back within 2 seconds'],
  ['calls process.exit', 'process.exit(0);', 'it called process.exit(0)'],
  ['throws', 'throw new Error("no luck");', 'no luck'],
  ['never finishes', 'await new Promise(() => {});', 'it did not finish loading within 2 seconds'],
])('an installed plugin that by now %s at import', (_title, code, reason) => {
  test('WHEN it is used THEN the run ends with 4 and says which, why and what to do', async () => {
    await using rig = await withInstalled({ start: whenToldTo(code) });
    await rig.write({ NOW: '', 'uses.yaml': agentWorkflow('x'), 'other.yaml': agentWorkflow('demo') });
    const { code: exitCode, stdout } = await rig.run('run uses.yaml --json', { env: LIMIT });
    const { error } = JSON.parse(stdout) as { error: unknown };
    expect(error).toEqual({
      code: 'broken-plugin',
      message: expect.stringMatching(new RegExp(`agentflow-bad 1\\.0\\.0: ${reason.replace(/[()]/g, '\\$&')}\\.$`)),
      hint: 'Update it (agentflow plugins update agentflow-bad), or take it out (agentflow plugins uninstall agentflow-bad).',
    });
    expect(exitCode).toBe(4);
    expect((await rig.run('run other.yaml', { env: LIMIT })).code).toBe(0);
  });
});

describe.each([
  ['throws', 'throw new Error("no luck");', 'it threw where nobody could catch it: no luck'],
  ['rejects', 'Promise.reject(new Error("no luck"));', 'it threw where nobody could catch it: no luck'],
  ['calls process.exit', 'process.exit(0);', 'it called process.exit(0)'],
])('an installed plugin that %s in a timer', (_title, code, reason) => {
  test('WHEN a session is alive THEN it is interrupted, the command ends with 4, and it can be resumed', async () => {
    await using rig = await withInstalled({ start: onceToldTo(code) });
    await rig.write({
      'w.yaml': `${agentWorkflow('x')}  - id: b\n    depends_on: [a]\n    bash: if ! [ -e ONCE ]; then touch ONCE NOW; sleep 600; fi\n`,
    });
    const { code: exitCode, stderr } = await rig.run('run w.yaml --session-id s');
    expect(stderr.split('\n').slice(-3)).toEqual([
      `error: agentflow-bad 1.0.0: ${reason}.`,
      'hint: Update it (agentflow plugins update agentflow-bad), or take it out (agentflow plugins uninstall agentflow-bad).',
      '',
    ]);
    expect(exitCode).toBe(4);
    const { sessions } = JSON.parse((await rig.run('sessions --json')).stdout);
    expect(sessions).toMatchObject([{ id: 's', status: 'INTERRUPTED', reason: `agentflow-bad 1.0.0: ${reason}.` }]);
    expect((await rig.run('resume s')).code).toBe(0);
  });
});

test('WHEN an adapter calls process.exit while an agent is started THEN its task fails, and the session with it', async () => {
  const entry = `import { definePlugin } from '@agentflow/plugin-sdk';
const adapter = ({ name }) => ({ name, getLaunchConfig: () => process.exit(0) });
export default definePlugin({ name: 'agentflow-bad', apiVersion: 1, adapters: { x: adapter } });`;
  await using rig = await withInstalled({ entry });
  await rig.write({ 'w.yaml': agentWorkflow('x') });
  const { code, stderr } = await rig.run('run w.yaml');
  expect(code).toBe(1);
  expect(stderr).toContain('✗ a failed: agentflow-bad 1.0.0: it called process.exit(0).\n');
});
