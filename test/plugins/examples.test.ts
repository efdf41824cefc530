import { cpSync, existsSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { NpmRegistry } from './npm-registry.js';
import { publishFolder, publishInstalled } from './packed.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/plugins', import.meta.url));
let registry: NpmRegistry;

beforeAll(async () => {
  registry = await NpmRegistry.listen();
  await publishFolder(registry, 'packages/plugin-sdk');
  for (const name of ['typescript', 'zod']) await publishInstalled(registry, name);
});

afterAll(() => registry[Symbol.asyncDispose]());

/** Builds, tests and packs an example outside of this repository, and installs what was packed. */
async function installExample(rig: TestRig, name: string): Promise<void> {
  cpSync(join(EXAMPLES, name), rig.path(name), { recursive: true });
  for (const built of ['node_modules', 'dist'])
    if (existsSync(rig.path(name, built))) rmSync(rig.path(name, built), { recursive: true });
  const built = await rig.spawn('bash', ['-c', `cd ${name} && npm install && npm test && npm pack`], registry.env)
    .exited;
  expect(built.code, built.stdout + built.stderr).toBe(0);
  expect((await rig.run(`plugins install ./${name}/agentflow-${name}-example-0.1.0.tgz --yes`, registry)).code).toBe(0);
}

test('WHEN the adapter of the examples is built from packed packages THEN it runs its program and judges it by its events', {
  timeout: 180_000,
}, async () => {
  await using rig = await TestRig.create();
  await installExample(rig, 'adapter-codex');
  const events = [
    { type: 'thread.started', thread_id: 't-1' },
    { type: 'item.completed', item: { type: 'agent_message', text: 'Hello.' } },
    { type: 'turn.completed', usage: { input_tokens: 11, output_tokens: 7 } },
  ];
  const lines = events.map((event) => `echo '${JSON.stringify(event)}'`);
  await rig.write({ '../bin/codex': `#!/bin/sh\n${lines.join('\n')}\n` });
  await chmod(join(rig.bin, 'codex'), 0o755);
  const { code, stdout } = await rig.run('run adapter-codex/example.yaml');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Hello.\n' });
});

test('WHEN the node type of the examples is built from packed packages THEN a workflow can ask a server', {
  timeout: 180_000,
}, async () => {
  await using rig = await TestRig.create();
  await installExample(rig, 'node-type-http');
  const server = createServer((_request, response) => response.end('twelve bytes'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { code, stdout } = await rig.run(['run', 'node-type-http/example.yaml', '--input', `url=${url}`]);
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: '12' });
  } finally {
    server.close();
  }
  await rig.write({
    'w.yaml': 'name: w\ndescription: Wrong.\nnodes:\n  - id: a\n    http: nowhere\n    method: FETCH\n',
  });
  expect((await rig.run('validate w.yaml')).stdout).toContain(
    '"method" must be "GET", "POST", "PUT", "PATCH" or "DELETE", but it is "FETCH".',
  );
});
