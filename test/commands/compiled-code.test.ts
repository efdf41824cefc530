import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const CLI = fileURLToPath(new URL('../../packages/cli/', import.meta.url));
const PARTS = ['bin', 'dist/agentflow.cjs', 'dist/commands/validate.js', 'package.json', 'oclif.manifest.json'];
const FLOW = 'name: one\ndescription: One node.\nnodes:\n  - id: a\n    bash: echo hi\n';

/** A copy of the package, without compiled code; `validate` in it runs the command and lists what it left. */
async function installCopy(rig: TestRig) {
  const root = rig.path('agentflow');
  for (const part of PARTS) await cp(join(CLI, part), join(root, part), { recursive: true });
  await rig.write({ 'one.yaml': FLOW });
  const own = join(root, 'dist', '.cache');
  const users = join(rig.home, '.cache', 'agentflow', 'compiled');
  const validate = async (env: Record<string, string> = {}) => {
    const { code, stdout } = await rig.spawn(process.execPath, [join(root, 'bin/run.js'), 'validate', 'one.yaml'], env)
      .exited;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('one.yaml is valid') });
    return { own: await list(own), users: await list(users) };
  };
  return { own, validate };
}

const list = (folder: string) => readdir(folder).catch(() => []);
const NAME = `validate-${process.version}-${process.arch}.bin`;

test('WHEN a command runs for the first time THEN its compiled code is kept beside the program', async () => {
  await using rig = await TestRig.create();
  const copy = await installCopy(rig);
  expect(await copy.validate()).toEqual({ own: [NAME], users: [] });
  const first = await readFile(join(copy.own, NAME));
  expect(await copy.validate()).toEqual({ own: [NAME], users: [] });
  expect(first.equals(await readFile(join(copy.own, NAME)))).toBe(true);
});

test('WHEN compiled code is damaged THEN the command runs without it and replaces it', async () => {
  await using rig = await TestRig.create();
  const copy = await installCopy(rig);
  await copy.validate();
  const file = join(copy.own, NAME);
  const good = await readFile(file);
  const flipped = Buffer.from(good);
  flipped[good.length >> 1] = ~(good[good.length >> 1] as number);
  for (const bad of [flipped, good.subarray(0, 5000), Buffer.alloc(0), Buffer.from('not code')]) {
    await writeFile(file, bad);
    await copy.validate();
    expect((await readFile(file)).length).toBeGreaterThan(100_000);
  }
});

test('WHEN the program is where nothing can be written THEN its code is kept in the cache of the user', async () => {
  await using rig = await TestRig.create();
  const copy = await installCopy(rig);
  await writeFile(copy.own, 'a file where the folder would be');
  expect(await copy.validate()).toEqual({ own: [], users: [NAME] });
  await rm(join(rig.home, '.cache'), { recursive: true });
  await writeFile(join(rig.home, '.cache'), 'nothing can be written here either');
  expect(await copy.validate()).toEqual({ own: [], users: [] });
});

test('WHEN NODE_DISABLE_COMPILE_CACHE is set THEN nothing is kept', async () => {
  await using rig = await TestRig.create();
  const copy = await installCopy(rig);
  await mkdir(copy.own);
  expect(await copy.validate({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({ own: [], users: [] });
});
