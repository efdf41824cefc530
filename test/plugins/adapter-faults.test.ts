import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { gone } from '../core/processes.js';
import { TestRig } from '../rig/test-rig.js';
import { agentWorkflow, inFolder, pluginFiles } from './plugin-files.js';

/** A plugin with an adapter `x`, made by a function of `base`, an adapter that works. */
function files(adapter: string) {
  const entry = `import { createAdapter, definePlugin } from '@agentflow/plugin-sdk';
const factory = createAdapter({ command: 'echo', modes: { headless: { prompt: 'last' } } });
const x = (options) => { const base = factory(options); ${adapter} };
export default definePlugin({ name: 'agentflow-bad', apiVersion: 1, adapters: { x } });`;
  return {
    ...inFolder('bad', pluginFiles('agentflow-bad', { adapters: ['x'], entry })),
    'agentflow.config.yaml': 'plugins: [./bad]\n',
  };
}

test.each([
  ['is made', 'if (options.name === "a") for (;;); return base;'],
  [
    'is asked how to start its agent',
    'return { ...base, getLaunchConfig(mode, prompt) { for (; prompt === "hello"; ); return base.getLaunchConfig(mode, prompt); } };',
  ],
  ['reads a line', 'return { ...base, onLine() { for (;;); } };'],
  ['judges', 'return { ...base, judge() { for (;;); } };'],
])(
  'WHEN an adapter never gives the processor back while it %s THEN the run ends with 4, nothing is left, and it can be resumed',
  async (_when, adapter) => {
    await using rig = await TestRig.create();
    const other = '    depends_on: [b]\n  - id: b\n    bash: sleep 600 > /dev/null 2>&1 & echo $! > pid\n';
    await rig.write({ ...files(adapter), 'w.yaml': `${agentWorkflow('x')}${other}` });
    const { code, stderr } = await rig.run('run w.yaml --session-id s', { env: { AGENTFLOW_PLUGIN_TIMEOUT: '2000' } });
    expect(stderr.split('\n').slice(-3)).toEqual([
      'error: agentflow-bad 1.0.0: it did not give the processor back within 2 seconds.',
      'hint: It was named by agentflow.config.yaml:1; correct it, or take it out.',
      '',
    ]);
    expect(code).toBe(4);
    const server = Number(await readFile(rig.path('pid'), 'utf8'));
    await expect.poll(() => gone(server), { timeout: 30_000 }).toBe(true);
    await rig.write(files('return base;'));
    expect((await rig.run('resume s')).code).toBe(0);
  },
);

test.each([
  ['made', 'for (;;);'],
  ['asked how to start its agent', 'return { ...base, getLaunchConfig() { for (;;); } };'],
])(
  'WHEN an adapter never gives the processor back whenever it is %s THEN the run ends with 4 before anything starts',
  async (_when, adapter) => {
    await using rig = await TestRig.create();
    const first = '    depends_on: [b]\n  - id: b\n    bash: touch started\n';
    await rig.write({ ...files(adapter), 'w.yaml': `${agentWorkflow('x')}${first}` });
    const { code, stderr } = await rig.run('run w.yaml', { env: { AGENTFLOW_PLUGIN_TIMEOUT: '2000' } });
    expect({ code, stderr, started: existsSync(rig.path('started')) }).toEqual({
      code: 4,
      stderr:
        'error: agentflow-bad 1.0.0: it did not give the processor back within 2 seconds.\n' +
        'hint: It was named by agentflow.config.yaml:1; correct it, or take it out.\n',
      started: false,
    });
  },
);

test('WHEN an adapter cannot be made THEN its task fails and says which plugin it is of', async () => {
  await using rig = await TestRig.create();
  await rig.write({ ...files('throw new Error("no luck");'), 'w.yaml': agentWorkflow('x') });
  const { code, stderr } = await rig.run('run w.yaml');
  expect(code).toBe(1);
  expect(stderr).toContain('✗ a failed: agentflow-bad 1.0.0: its adapter "x" failed: no luck.\n');
});
