import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Bench, nodes } from '../core/bench.js';
import { createScriptBench, NETWORK, runScript, tinyPackage } from './script-bench.js';

const RUNTIMES = ['bun', 'node'] as const;

describe('Script node', () => {
  test.each(RUNTIMES)(
    'Script with deps: WHEN a script node has "runtime: %s" and "deps: [lodash]" THEN dependencies are installed before the script runs',
    async (runtime) => {
      await using bench = await createScriptBench();
      const script = "import _ from 'lodash'; console.log(_.chunk([1, 2, 3], 2).length, _.VERSION)";
      expect(await runScript(bench, { script, runtime, deps: ['lodash'] })).toMatch(/^2 4\./);
      expect(await logOf(bench)).toMatch(
        new RegExp(`^Installing the dependencies: ${runtime === 'bun' ? 'bun add' : 'npm install'} lodash\n`),
      );
    },
  );

  test('WHEN a dep has a version THEN that version is installed', async () => {
    await using bench = await createScriptBench();
    const script = "import { version } from 'is-number/package.json'; console.log(version)";
    expect(await runScript(bench, { script, runtime: 'bun', deps: ['is-number@6.0.0'] })).toBe('6.0.0');
  });
});

describe.each(RUNTIMES)('deps of %s', (runtime) => {
  const script = "import tiny from 'tiny'; import deep from 'tiny/deep'; console.log(tiny, '+', deep)";

  test('WHEN the same deps are used again THEN nothing is installed; WHEN a package changed THEN it is', async () => {
    await using bench = await createScriptBench();
    await bench.rig.write(tinyPackage('tiny', 'one'));
    const use = (id: string, after: string[] = []) => ({ id, depends_on: after, script, runtime, deps: ['./tiny'] });
    const change = { id: 'change', depends_on: ['b'], bash: `echo "module.exports = 'two'" > tiny/main.js` };
    await bench.finish(nodes(use('a'), use('b', ['a']), change, use('c', ['change'])), [], { env: NETWORK });
    const outputs = await Promise.all(['a', 'b', 'c'].map((id) => bench.output(id)));
    expect(outputs).toEqual(['one + one, deep', 'one + one, deep', 'two + one, deep']);
    expect(await logOf(bench, 'b')).toBe('one + one, deep\n');
    expect(cached(bench)).toHaveLength(2);
  });

  test('WHEN eight tasks want the same deps at once THEN all get them, and there is one folder of them', async () => {
    await using bench = await createScriptBench();
    await bench.rig.write(tinyPackage('tiny', 'one'));
    const ids = Array.from({ length: 8 }, (_, index) => `s${index}`);
    const { code } = await bench.finish(nodes(...ids.map((id) => ({ id, script, runtime, deps: ['./tiny'] }))), [], {
      env: NETWORK,
    });
    expect(code).toBe(0);
    expect(new Set(await Promise.all(ids.map((id) => bench.output(id))))).toEqual(new Set(['one + one, deep']));
    expect(cached(bench)).toHaveLength(1);
  });

  test('WHEN a folder around has another version of a dep THEN inline code gets the declared one', async () => {
    await using bench = await createScriptBench();
    await bench.rig.write({
      ...tinyPackage('tiny', 'declared'),
      ...tinyPackage('node_modules/tiny', 'around', '9.0.0'),
    });
    expect(await runScript(bench, { script, runtime, deps: ['./tiny'] })).toBe('declared + declared, deep');
  });

  test('WHEN a folder around has another version of a dep THEN a named script and what it imports get the declared one', async () => {
    await using bench = await createScriptBench();
    await bench.rig.write({
      ...tinyPackage('tiny', 'declared'),
      ...tinyPackage('node_modules/tiny', 'around', '9.0.0'),
      'node_modules/other/package.json': '{"name": "other", "version": "1.0.0", "main": "main.js"}',
      'node_modules/other/main.js': "module.exports = `other's ${require('tiny')}`;",
      'scripts/named.mjs': `import tiny from 'tiny';
import deep from 'tiny/deep';
import { createRequire } from 'node:module';
import other from 'other';
import { lib } from './lib.mjs';
import old from './old.cjs';
const around = createRequire(import.meta.url);
const { default: later } = await import('tiny');
console.log(JSON.stringify({ tiny, deep, later, other, lib, old, required: around('tiny'), beside: around('./data.json') }));`,
      'scripts/data.json': '"data"',
      'scripts/lib.mjs': "export { default as lib } from 'tiny';",
      'scripts/old.cjs': "module.exports = require('tiny') + ', ' + require('tiny/deep');",
    });
    const output = await runScript(bench, { script: 'named', runtime, deps: ['./tiny'] });
    expect(JSON.parse(String(output))).toEqual({
      tiny: 'declared',
      deep: 'declared, deep',
      later: 'declared',
      other: "other's around",
      lib: 'declared',
      old: 'declared, declared, deep',
      required: 'declared',
      beside: 'data',
    });
  });

  test('WHEN a named script uses a dep that no folder around has THEN it gets it', async () => {
    await using bench = await createScriptBench();
    await bench.rig.write({
      ...tinyPackage('tiny', 'declared'),
      'node_modules/other/package.json': '{"name": "other", "version": "1.0.0"}',
      'scripts/named.mjs': "import tiny from 'tiny'; console.log(tiny, import.meta.url.slice(-17))",
    });
    expect(await runScript(bench, { script: 'named', runtime, deps: ['./tiny'] })).toBe('declared scripts/named.mjs');
  });

  test('WHEN a dep cannot be installed THEN the node fails naming it, the script does not run, and nothing is cached', async () => {
    await using bench = await createScriptBench();
    const fields = { script: 'console.log("ran")', runtime, deps: ['file:./no-such-package'] };
    const command = runtime === 'bun' ? 'bun add' : 'npm install';
    const spec = `file:${bench.rig.path('no-such-package')}`;
    expect(await runScript(bench, fields)).toEqual({
      reason: 'not-started',
      message: `The dependencies of this script could not be installed: "${command} ${spec}" ended with exit code ${runtime === 'bun' ? 1 : 254}.`,
      hint: 'What it said is in the log of the task. Check the names in "deps", and the network.',
    });
    expect(await bench.output('script')).toBeNull();
    expect(cached(bench)).toEqual([]);
  });

  test('WHEN an install is killed THEN there is no half cache, and the next run installs', async () => {
    await using bench = await createScriptBench();
    await bench.rig.write(tinyPackage('tiny', 'one'));
    const installer = join(bench.rig.bin, runtime === 'bun' ? 'bun' : 'npm');
    const slow = bench.rig.path('slow-bin');
    await mkdir(slow);
    await writeFile(
      join(slow, runtime === 'bun' ? 'bun' : 'npm'),
      '#!/bin/bash\nmkdir node_modules; echo begun; exec sleep 600\n',
    );
    await chmod(join(slow, runtime === 'bun' ? 'bun' : 'npm'), 0o755);
    const env = {
      ...NETWORK,
      TMPDIR: bench.rig.home,
      PATH: `${slow}:${join(installer, '..')}:${join(process.execPath, '..')}:/usr/bin:/bin`,
    };
    await bench.write(nodes({ id: 'script', script, runtime, deps: ['./tiny'] }));
    const first = bench.run([], { env });
    await expect
      .poll(() => cached(bench).flatMap((name) => readdirSync(cacheOf(bench, name))), { timeout: 30_000 })
      .toContain('node_modules');
    first.kill('SIGKILL');
    await first.exited;
    const [abandoned = ''] = cached(bench);
    expect(abandoned).toMatch(/^\.installing-/);
    const longAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000);
    await utimes(cacheOf(bench, abandoned), longAgo, longAgo);
    expect((await bench.resume([], { env: NETWORK })).code).toBe(0);
    expect(await bench.output('script')).toBe('one + one, deep');
    expect(cached(bench)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });
});

test('WHEN there is no home THEN the packages are in a folder of the user in the temporary one', async () => {
  await using bench = await createScriptBench();
  await bench.rig.write({ ...tinyPackage('tiny', 'one'), '~/.keep': '' });
  const env = { ...NETWORK, HOME: undefined, XDG_CACHE_HOME: undefined, TMPDIR: bench.rig.home };
  const script = "import tiny from 'tiny'; console.log(tiny)";
  expect(await runScript(bench, { script, runtime: 'bun', deps: ['./tiny'] }, env)).toBe('one');
  expect(existsSync(join(bench.rig.home, `agentflow-${process.getuid?.()}`, 'scripts'))).toBe(true);
});

test.each(['-g', '--registry=http://x', 'a\nb', 'a\0b', '', ' lodash'])(
  'WHEN a dep is %j THEN the workflow is refused',
  async (dep) => {
    await using bench = await createScriptBench();
    await bench.write(nodes({ id: 'script', script: 'console.log(1)', runtime: 'bun', deps: ['tiny', dep] }));
    const { code, stdout } = await bench.rig.run('validate flow.yaml');
    expect({ code, first: stdout.split('\n')[0] }).toMatchObject({
      code: 3,
      first: expect.stringMatching(/dependency/),
    });
  },
);

function logOf(bench: Bench, id = 'script'): Promise<string> {
  return bench.read(bench.file('logs', `${id}.1.log`));
}

function cacheOf(bench: Bench, ...parts: string[]): string {
  return join(bench.rig.home, '.cache', 'agentflow', 'scripts', ...parts);
}

function cached(bench: Bench): string[] {
  return existsSync(cacheOf(bench)) ? readdirSync(cacheOf(bench)) : [];
}
