import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { onTerminal } from './session-terminal.js';

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { name: string; status: string; detail: string; fix?: string }[];
}

async function doctor(rig: TestRig): Promise<{ code: number | null; report: Report }> {
  const { code, stdout } = await rig.run('doctor --json');
  return { code, report: JSON.parse(stdout) as Report };
}

/** A program that only knows its version. */
async function install(rig: TestRig, name: string, version: string): Promise<void> {
  await rig.write({ [`../bin/${name}`]: `#!/bin/sh\necho "${version}"\n` });
  await chmod(`${rig.bin}/${name}`, 0o755);
}

describe('doctor', () => {
  test('WHEN everything needed is there THEN it says so, and what else could be installed', async () => {
    await using rig = await TestRig.create();
    const { code, stdout, stderr } = await rig.run('doctor');
    expect([code, stderr]).toEqual([0, 'Everything that is needed works.\n']);
    expect(stdout.replace(process.versions.node, '<node>')).toMatchInlineSnapshot(`
      "✓ Node             <node>
      ✓ bash             found
      ✓ git              found
      ✓ pseudo-terminal  a program ran in one
      ✓ config           none; the defaults hold
      ! agent claude     the program "claude" is not on the PATH
                         fix: Install it: npm install -g @anthropic-ai/claude-code
      ! agent gemini     the program "gemini" is not on the PATH
                         fix: Install it: npm install -g @google/gemini-cli
      ✓ agent demo       0.1.0
      ✓ state folder     <work>/.agentflow/sessions will be made by the first session
      "
    `);
  });

  test('WHEN a program has a version that was tested THEN it is well; another one is a warning with its fix', async () => {
    await using rig = await TestRig.create();
    await install(rig, 'claude', '0.0.1 (Claude Code)');
    await install(rig, 'gemini', 'no idea');
    const { code, report } = await doctor(rig);
    expect(code).toBe(0);
    expect(report.checks.filter(({ name }) => /claude|gemini/.test(name))).toEqual([
      {
        name: 'agent claude',
        status: 'warning',
        detail: expect.stringMatching(/^0\.0\.1 was not tested; .+ was$/),
        fix: 'Install a tested version: npm install -g @anthropic-ai/claude-code',
      },
      {
        name: 'agent gemini',
        status: 'warning',
        detail: '"gemini --version" names no version',
        fix: 'Its adapter may not fit; try a workflow.',
      },
    ]);
  });

  test('WHEN the config or the state folder cannot be used THEN it exits with 1 and names file and fix', async () => {
    await using rig = await TestRig.create();
    await rig.write({ 'agentflow.config.yaml': 'defaults:\n  adaptor: claude\n' });
    await mkdir(rig.path('.agentflow', 'sessions'), { recursive: true, mode: 0o755 });
    const { code, report } = await doctor(rig);
    expect([code, report.ok]).toEqual([1, false]);
    expect(report.checks.filter(({ status }) => status !== 'ok')).toEqual([
      expect.objectContaining({
        name: 'config',
        status: 'error',
        detail: expect.stringMatching(/^agentflow\.config\.yaml:2:3 {2}/),
      }),
      {
        name: 'state folder',
        status: 'warning',
        detail: '<work>/.agentflow/sessions can be read by others (mode 755)',
        fix: 'Close it: chmod 700 <work>/.agentflow/sessions',
      },
    ]);
  });

  test('WHEN a plugin is missing THEN it is an error with its fix', async () => {
    await using rig = await TestRig.create();
    await rig.write({ 'agentflow.config.yaml': 'plugins: [agentflow-adapter-x]\n' });
    const { code, report } = await doctor(rig);
    expect([code, report.checks.filter(({ status }) => status === 'error')]).toEqual([
      1,
      [
        {
          name: 'plugin agentflow-adapter-x',
          status: 'error',
          detail: 'it is not installed',
          fix: 'Install it: agentflow plugins install agentflow-adapter-x',
        },
      ],
    ]);
  });
});

describe('init', () => {
  test('WHEN a project begins THEN a workflow runs at once, and editors know its schema', async () => {
    await using rig = await TestRig.create();
    await rig.write({ '.gitignore': 'dist/' });
    expect(await rig.run('init')).toEqual({
      code: 0,
      stdout:
        '✓ wrote  agentflow.config.yaml\n✓ wrote  .agentflow/workflow.schema.json\n✓ wrote  .agentflow/workflows/hello.yaml\n✓ wrote  .gitignore\n',
      stderr: '\nThe agent is demo. Try it: agentflow run hello\n',
    });
    expect(await readFile(rig.path('.gitignore'), 'utf8')).toBe(
      'dist/\n.agentflow/sessions/\n.agentflow/plugins/\n.agentflow/checkout.lock\n',
    );
    const workflow = await readFile(rig.path('.agentflow/workflows/hello.yaml'), 'utf8');
    expect(workflow.split('\n')[0]).toBe('# yaml-language-server: $schema=../workflow.schema.json');
    expect((await rig.run('validate --strict')).code).toBe(0);
    expect((await rig.run('run hello')).stdout).toMatch(/^You asked: These are the files of a project\.\n/);
  });

  test('WHEN files are there THEN they are left as they are', async () => {
    await using rig = await TestRig.create();
    await rig.write({
      'agentflow.config.json': '{}',
      '.agentflow/workflows/hello.yaml': 'mine',
      '.gitignore': '.agentflow/\n',
    });
    expect((await rig.run('init')).stdout).toBe(
      '✓ wrote  .agentflow/workflow.schema.json\n– kept   agentflow.config.json\n– kept   .agentflow/workflows/hello.yaml\n– kept   .gitignore\n',
    );
    expect(await readFile(rig.path('.agentflow/workflows/hello.yaml'), 'utf8')).toBe('mine');
  });

  test('WHEN the config names no agent THEN the first workflow does, and runs at once', async () => {
    await using rig = await TestRig.create();
    await rig.write({ 'agentflow.config.yaml': '{}' });
    expect((await rig.run('init')).stderr).toBe('\nThe agent is demo. Try it: agentflow run hello\n');
    expect((await rig.run('validate --strict')).code).toBe(0);
    expect((await rig.run('run hello')).stdout).toMatch(/^You asked: These are the files of a project\.\n/);
  });

  test.each([
    ['.agentflow', 'folder', { '.agentflow': '' }],
    ['.agentflow/workflows', 'folder', { '.agentflow/workflows': '' }],
    ['.gitignore', 'file', { '.gitignore/x': '' }],
  ])('WHEN %s is not a %s THEN it says so, and writes nothing', async (name, wanted, files) => {
    await using rig = await TestRig.create();
    await rig.write(files);
    expect(await rig.run('init')).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${name} is in the way: it has to be a ${wanted}.\nhint: Move it away, then try again: mv ${name} ${name}.old\n`,
    });
    expect(await readdir(rig.path())).toEqual([name.split('/')[0]]);
  });

  test('WHEN .agentflow is a file THEN doctor says how to make room for a folder', async () => {
    await using rig = await TestRig.create();
    await rig.write({ '.agentflow': '' });
    const { checks } = JSON.parse((await rig.run('doctor --json')).stdout) as Report;
    const found = checks.find(({ name }) => name === 'state folder');
    expect({ ...found, detail: rig.mask(found?.detail ?? ''), fix: rig.mask(found?.fix ?? '') }).toEqual({
      name: 'state folder',
      status: 'error',
      detail: '<work>/.agentflow is not a folder',
      fix: 'Move it away: mv <work>/.agentflow <work>/.agentflow.old',
    });
  });

  test('WHEN several agents are installed and a person is there THEN it asks which, until it is told one', async () => {
    await using rig = await TestRig.create();
    await install(rig, 'gemini', '0.61.0');
    await install(rig, 'claude', '2.0.0');
    await using terminal = await onTerminal({ rig }, ['init']);
    await terminal.waitFor('  1  claude\n  2  gemini\n  3  demo\nWhich agent do most tasks use? [1]');
    await terminal.type('9\r');
    await terminal.waitFor(/\[1\] 9\nWhich agent do most tasks use\? \[1\]$/);
    await terminal.type('2\r');
    expect((await terminal.exited).exitCode).toBe(0);
    expect(terminal.screen).toMatch(/The agent is gemini\. Try it: agentflow run hello$/);
    expect(await readFile(rig.path('agentflow.config.yaml'), 'utf8')).toContain('  adapter: gemini\n');
  });

  test('WHEN agents are installed THEN the first of them is taken, or the one that is asked for', async () => {
    await using rig = await TestRig.create();
    await install(rig, 'gemini', '0.61.0');
    const { stdout } = await rig.run('init --json');
    expect(JSON.parse(stdout)).toMatchObject({ adapter: 'gemini', agents: ['gemini', 'demo'] });
    expect(await readFile(rig.path('agentflow.config.yaml'), 'utf8')).toContain('  adapter: gemini\n');
    expect(await rig.run('init --adapter claude')).toEqual({
      code: 4,
      stdout: '',
      stderr:
        'error: The agent "claude" is not installed here.\nhint: There are: gemini, demo. "agentflow adapters" says what the others need.\n',
    });
  });
});
