import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningProcess } from '../rig/running-process.js';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { publishFolder, publishInstalled } from './packed.js';
import { inFolder, pluginFiles } from './plugin-files.js';

let registry: NpmRegistry;

beforeAll(async () => {
  registry = await NpmRegistry.listen();
  await publishFolder(registry, 'packages/plugin-sdk');
  await publishInstalled(registry, 'typescript');
});

afterAll(() => registry[Symbol.asyncDispose]());

/** Runs a line of a shell in a folder of the rig. */
function shell(rig: TestRig, line: string): RunningProcess {
  return rig.spawn('bash', ['-c', line], registry.env);
}

async function putAgentflow(rig: TestRig): Promise<void> {
  const bin = new URL('../../packages/cli/bin/run.js', import.meta.url).pathname;
  await rig.write({ 'agentflow.sh': `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n` });
  await chmod(rig.path('agentflow.sh'), 0o755);
  expect((await rig.spawn('mv', ['agentflow.sh', join(rig.bin, 'agentflow')]).exited).code).toBe(0);
}

test('WHEN an adapter is created THEN it installs, passes its tests, can be linked and runs', {
  timeout: 180_000,
}, async () => {
  await using rig = await TestRig.create();
  await putAgentflow(rig);
  await rig.write({ x: '#!/bin/sh\necho "x was asked: $*"\n' });
  expect((await shell(rig, `chmod +x x && mv x ${rig.bin}/x`).exited).code).toBe(0);
  const line =
    'agentflow plugins create adapter-x && cd adapter-x && npm install && npm test && agentflow plugins link . && agentflow run example.yaml --progress quiet';
  const { code, stdout, stderr } = await shell(rig, line).exited;
  expect({ code, last: stdout.trimEnd().split('\n').at(-1) }, stdout + stderr).toEqual({
    code: 0,
    last: 'x was asked: --print Say hello.',
  });
  expect(stdout).toContain('# fail 0');
  const tested = await shell(rig, 'cd adapter-x && agentflow plugins test --json').exited;
  expect([tested.code, JSON.parse(tested.stdout).failed]).toEqual([0, 0]);
  // Its tests run a process: an adapter that believes every end is caught.
  const broken = await shell(rig, "cd adapter-x && sed -i 's/exitCode !== 0/false/' src/index.ts && npm test").exited;
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/^not ok \d+ - WHEN it exits with another code than 0 THEN that is a failure$/m);
  expect(broken.stdout).toContain('# fail 1\n');
});

test('WHEN a node type is created THEN it installs, passes its tests, can be installed and runs', {
  timeout: 180_000,
}, async () => {
  await using rig = await TestRig.create();
  await putAgentflow(rig);
  const line = `agentflow plugins create node-type-shout --package @acme/shout --json && cd node-type-shout && npm install && npm test && npm pack && cd .. &&
    agentflow plugins install ./node-type-shout/acme-shout-0.1.0.tgz --yes && agentflow run node-type-shout/example.yaml --progress quiet`;
  const { code, stdout, stderr } = await shell(rig, line).exited;
  expect({ code, last: stdout.trimEnd().split('\n').at(-1) }, stdout + stderr).toEqual({ code: 0, last: 'HELLO' });
  expect(await readFile(rig.path('agentflow.config.yaml'), 'utf8')).toBe('plugins:\n  - "@acme/shout"\n');
});

test('WHEN a name or a folder cannot be used THEN create says what to do', async () => {
  await using rig = await TestRig.create();
  expect((await rig.run('plugins create thing')).stderr).toBe(
    'error: "thing" is not the name of a plugin.\nhint: Begin it with adapter- or node-type-: adapter-x\n',
  );
  await rig.write({ 'adapter-x/file': '' });
  const { code, stderr } = await rig.run('plugins create adapter-x');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: The folder adapter-x is not empty.\nhint: Choose another name, or remove it.\n',
  });
});

test.each(['bash', 'env'])('WHEN a node type is to have the name %s THEN create and link refuse it', async (id) => {
  await using rig = await TestRig.create();
  expect(await rig.run(`plugins create node-type-${id}`)).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: A node type cannot be called "${id}": that name belongs to AgentFlow.\nhint: Choose another name.\n`,
  });
  await rig.write(inFolder('mine', pluginFiles('agentflow-mine', { nodeTypes: [id] })));
  const refused = {
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(
      `agentflow-mine 1.0.0: it contributes a node type "${id}", and that name belongs to AgentFlow`,
    ),
  };
  expect(await rig.run('plugins link mine')).toEqual(refused);
  expect(await rig.run('plugins install ./mine --yes', registry)).toEqual(refused);
  expect((await rig.run('plugins')).stdout).not.toContain('agentflow-mine');
});

test.each(['adapter-123', 'adapter-true', 'node-type-1e5'])(
  'WHEN the name %s would be no text in YAML THEN its example is valid all the same',
  async (name) => {
    await using rig = await TestRig.create();
    expect((await rig.run(`plugins create ${name}`)).code).toBe(0);
    // As if it had been built.
    const [kind, id] = name.startsWith('adapter-') ? ['adapters', name.slice(8)] : ['nodeTypes', name.slice(10)];
    await rig.write({ [`${name}/dist/index.js`]: pluginFiles(name, { [kind]: [id] })['index.js'] ?? '' });
    const { code, stderr } = await rig.run(`validate ${name}/example.yaml --strict --plugin ./${name}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  },
);
