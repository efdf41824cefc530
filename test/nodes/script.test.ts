import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bench, nodes } from '../core/bench.js';
import { gone } from '../core/processes.js';
import { createScriptBench, runScript } from './script-bench.js';

describe('Script node', () => {
  test('Named script from disk: WHEN "script: analyze" and a file scripts/analyze.ts exists THEN it is loaded and run', async () => {
    await using bench = await createScriptBench();
    await bench.rig.write({
      'scripts/analyze.ts': "import { word } from './lib/word';\nconsole.log(word as string, process.cwd());",
      'scripts/lib/word.ts': "export const word: string = 'beside';",
    });
    expect(await runScript(bench, { script: 'analyze', runtime: 'bun' })).toBe(`beside ${bench.rig.path()}`);
  });

  test('WHEN a named script is in .agentflow/scripts THEN it is found', async () => {
    await using bench = await Bench.create();
    await bench.rig.write({ '.agentflow/scripts/who.mjs': 'console.log(import.meta.url)' });
    expect(await runScript(bench, { script: 'who', runtime: 'node' })).toBe(
      `file://${bench.rig.path('.agentflow/scripts/who.mjs')}`,
    );
  });

  test('WHEN a named script is beside the workflow THEN it is found', async () => {
    await using bench = await Bench.create();
    const flow = nodes({ id: 'a', script: 'who', runtime: 'node' });
    await bench.rig.write({
      'flows/scripts/who.mjs': 'console.log(import.meta.url)',
      'flows/flow.yaml': JSON.stringify(flow),
    });
    const { code, stdout } = await bench.rig.agentflow(['run', 'flows/flow.yaml']).exited;
    expect([code, stdout]).toEqual([0, `file://${bench.rig.path('flows/scripts/who.mjs')}\n`]);
  });

  test("WHEN a named script is in the config's scriptDirs THEN it is found", async () => {
    await using bench = await Bench.create();
    await bench.rig.write({
      'tools/who.mjs': 'console.log(import.meta.url)',
      'agentflow.config.yaml': 'scriptDirs: [tools]\n',
    });
    expect(await runScript(bench, { script: 'who', runtime: 'node' })).toBe(
      `file://${bench.rig.path('tools/who.mjs')}`,
    );
  });

  test.each([
    ['bun', 'const greeting: string = "hello"; console.log(greeting)'],
    ['node', 'console.log(await Promise.resolve("hello"))'],
  ])(
    'WHEN code is inline and the runtime %s THEN it runs in the folder of the task, and no file of it stays',
    async (runtime, code) => {
      await using bench = await createScriptBench();
      await mkdir(bench.rig.path('sub'));
      const script = `${code}; console.log(process.cwd())`;
      expect(await runScript(bench, { script, runtime, cwd: 'sub' }, { TMPDIR: bench.rig.home })).toBe(
        `hello\n${bench.rig.path('sub')}`,
      );
      expect(readdirSync(bench.rig.home).filter((name) => name.startsWith('agentflow-script'))).toEqual([]);
    },
  );

  test('WHEN a script exits with another code than 0 THEN its node fails with that code and keeps its output', async () => {
    await using bench = await Bench.create();
    await bench.finish(nodes({ id: 'script', script: 'console.log("half"); process.exit(7)', runtime: 'node' }));
    const { status, exitCode, failure } = await bench.task('script');
    expect({ status, exitCode, failure, output: await bench.output('script') }).toEqual({
      status: 'FAILED',
      exitCode: 7,
      failure: { reason: 'exit-code', message: 'Exit code 7.' },
      output: 'half',
    });
  });

  test('WHEN a script runs THEN AGENTFLOW_OUTPUTS names a file with all outputs, and the variables are its environment', async () => {
    await using bench = await Bench.create();
    await bench.rig.write({
      'scripts/read.mjs': `import { readFileSync } from 'node:fs';
        const { AGENTFLOW_OUTPUTS, GOAL, EXTRA } = process.env;
        console.log(JSON.stringify([JSON.parse(readFileSync(AGENTFLOW_OUTPUTS)), GOAL, EXTRA, '$first.output']));`,
    });
    const read = { id: 'read', depends_on: ['first'], script: 'read', runtime: 'node', env: { EXTRA: 'yes' } };
    await bench.finish({ ...nodes({ id: 'first', bash: 'echo one' }, read), goal: 'ship' });
    expect(JSON.parse((await bench.output('read')) ?? '')).toEqual([{ first: 'one' }, 'ship', 'yes', '$first.output']);
  });

  test('WHEN a script takes longer than its timeout THEN it and its children are ended', async () => {
    await using bench = await createScriptBench();
    const script = `import { spawn } from 'node:child_process';
      const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      console.log(child.pid); setInterval(() => {}, 1000);`;
    expect(await runScript(bench, { script, runtime: 'bun', timeout: 1500 })).toEqual({
      reason: 'timed-out',
      message: 'Timed out after 1500 ms.',
    });
    const pid = Number(await bench.read(bench.file('logs', 'script.1.log')));
    expect(pid).toBeGreaterThan(1);
    expect(await gone(pid)).toBe(true);
  });

  test.each([
    ['bun', 'Install it: npm install -g bun'],
    ['uv', 'Install it: curl -LsSf https://astral.sh/uv/install.sh | sh'],
  ])('WHEN the runtime %s is missing THEN the node fails and says how to install it', async (runtime, hint) => {
    await using bench = await Bench.create();
    for (const program of ['sh', 'bash']) await symlink(`/bin/${program}`, join(bench.rig.bin, program));
    const env = { PATH: bench.rig.bin };
    const failure = { reason: 'missing-program', message: `The program "${runtime}" is not on the PATH.`, hint };
    expect(await runScript(bench, { script: 'print(1)', runtime }, env)).toEqual(failure);
    if (runtime === 'uv') return;
    await using other = await Bench.create();
    expect(await runScript(other, { script: 'print(1)', runtime, deps: ['tiny'] }, env)).toEqual(failure);
  });
});

describe('uv', () => {
  // uv cannot be had from the npm registry, so a stand-in notes its command line and runs Python as uv would.
  test('WHEN the runtime is uv THEN deps are given to it by --with, and Python runs the file', async () => {
    await using bench = await Bench.create();
    const uv = join(bench.rig.bin, 'uv');
    await writeFile(uv, '#!/bin/bash\nprintf "%s\\n" "${@:1:$#-1}" > uv-arguments\nexec python3 "${@: -1}"\n');
    await chmod(uv, 0o755);
    const script = 'import os, sys\nprint("hello", os.getcwd())\nsys.exit(0)';
    expect(await runScript(bench, { script, runtime: 'uv', deps: ['requests>=2', './local'] })).toBe(
      `hello ${bench.rig.path()}`,
    );
    expect(await bench.read(bench.rig.path('uv-arguments'))).toBe('run\n--with\nrequests>=2\n--with\n./local\n');
  });
});

describe('names cannot leave the script folders', () => {
  test.each([
    ['with two dots', 'a..b', 'a..b'],
    ['that is a path', '../secret', '../secret'],
    ['that is a path from the root', '/etc/passwd', '/etc/passwd'],
    ['that begins with a dash', '-e', '-e'],
    ['of no script', 'no-such', 'no-such'],
    ['of 5,000 characters', 'a'.repeat(5000), `${'a'.repeat(60)}…`],
  ])('WHEN a name is one %s THEN nothing is run', async (_kind, script, shown) => {
    await using bench = await Bench.create();
    await bench.rig.write({ 'secret.mjs': 'console.log("out")', 'scripts/ok.mjs': '' });
    await bench.write(nodes({ id: 'script', script, runtime: 'node' }));
    const { code, stdout, stderr } = await bench.rig.run('run flow.yaml');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(`There is no node script "${shown}".\n`);
    expect(existsSync(bench.rig.path('.agentflow'))).toBe(false);
  });

  test('WHEN a script becomes a link that leads out THEN it is not run', async () => {
    await using bench = await Bench.create();
    await bench.rig.write({ 'secret.mjs': 'console.log("out")', 'scripts/ok.mjs': 'console.log("in")' });
    const swap = { id: 'swap', bash: 'ln -sf ../secret.mjs scripts/ok.mjs' };
    await bench.finish(nodes(swap, { id: 'script', depends_on: ['swap'], script: 'ok', runtime: 'node' }));
    const { failure } = await bench.task('script');
    expect({ reason: failure?.reason, message: failure?.message }).toEqual({
      reason: 'not-started',
      message: 'There is no node script "ok".',
    });
    expect(await bench.output('script')).toBeNull();
  });
});
