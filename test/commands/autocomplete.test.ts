import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inFolder, nodeWorkflow, pluginFiles } from '../plugins/plugin-files.js';
import { cleanEnvironment } from '../rig/environment.js';
import { Terminal } from '../rig/fake-agent-terminal.js';
import { TestRig } from '../rig/test-rig.js';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));
const PROMPT = 'ready> ';
const ENTER = '\r';

let rig: TestRig;

beforeAll(async () => {
  rig = await createProject();
});

afterAll(() => rig[Symbol.asyncDispose]());

/** A project with a workflow, a session, and a plugin that must not be imported. */
async function createProject(): Promise<TestRig> {
  const created = await TestRig.create();
  const explodes = { adapters: ['loud'], nodeTypes: ['shout'], start: 'throw new Error("imported");' };
  await created.write({
    '.agentflow/workflows/release.yaml': nodeWorkflow('bash', 'echo out'),
    '.agentflow/workflows/my flow.yaml': nodeWorkflow('bash', 'echo out'),
    '../bin/agentflow': `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`,
    'agentflow.config.yaml': 'plugins: [./plugin]\n',
    ...inFolder('plugin', pluginFiles('@acme/loud', explodes)),
  });
  await chmod(join(created.bin, 'agentflow'), 0o755);
  expect((await created.run('run release --session-id first')).code).toBe(0);
  return created;
}

async function candidates(line: string, project = rig): Promise<string[]> {
  const { code, stdout, stderr } = await project.run(['autocomplete', 'zsh', `--line=${line}`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter(Boolean);
}

/** An interactive bash that knows `agentflow` and has been told how to complete it. */
async function startBash(): Promise<Terminal> {
  const env = { ...cleanEnvironment(rig), TERM: 'xterm', PS1: PROMPT, BASH_SILENCE_DEPRECATION_WARNING: '1' };
  const bash = await Terminal.start('/bin/bash', ['--norc', '--noprofile', '-i'], { cwd: rig.path(), env });
  await bash.waitFor(PROMPT.trimEnd());
  await bash.type(`eval "$(agentflow autocomplete bash)"; clear${ENTER}`);
  await bash.waitFor(/^ready>$/);
  return bash;
}

describe('WHEN a line is completed THEN what exists at that moment is offered, and no plugin code runs', () => {
  test.each([
    ['agentflow va', ['validate']],
    ['agentflow plugins un', ['uninstall', 'unlink']],
    ['agentflow he', ['help']],
    ['agentflow help ses', ['sessions']],
    ['agentflow validate --', ['--help', '--json', '--strict', '--plugin']],
    ['agentflow validate --strict --s', []],
    ['agentflow graph x --format m', ['mermaid']],
    ['agentflow graph x --format=m', ['--format=mermaid']],
    ['agentflow run re', ['release']],
    ['agentflow run ', ['my flow', 'release', 'demo']],
    ['agentflow validate release d', ['demo']],
    ['agentflow init --adapter ', ['loud', 'claude', 'gemini', 'demo']],
    ['agentflow run release --plugin ', ['@acme/loud']],
    ['agentflow plugins inspect @ac', ['@acme/loud']],
    ['agentflow plugins uninstall ', []],
    ['agentflow status ', ['latest', 'first']],
    ['agentflow logs first ', ['a']],
    ['agentflow status --explain ', ['a']],
    ['agentflow status --cwd .. --explain ', []],
    ["agentflow logs 'first' ", ['a']],
    ['agentflow plugins link ', []],
    ['agentflow nonsense ', []],
  ])('%s', async (line, expected) => {
    expect((await candidates(line)).toSorted()).toEqual(expected.toSorted());
  });

  test('the config is broken', async () => {
    await using broken = await TestRig.create();
    await broken.write({ 'agentflow.config.yaml': 'plugins: 7\n' });
    expect(await candidates('agentflow run ', broken)).toEqual([]);
    expect(await candidates('agentflow ru', broken)).toEqual(['run']);
  });
});

describe('WHEN the Tab key is pressed in a bash without any help THEN the word is completed', () => {
  test.each([
    ['agentflow va', 'agentflow validate'],
    ['agentflow run rel', 'agentflow run release'],
    ['agentflow run --progress=pl', 'agentflow run --progress=plain'],
    // bash begins a new word at these characters, and ours do not.
    ['agentflow plugins inspect @acme/l', 'agentflow plugins inspect @acme/loud'],
    ['agentflow plugins inspect @ac', 'agentflow plugins inspect @acme/loud'],
    ['agentflow run my', 'agentflow run my\\ flow'],
    ['agentflow run "my', 'agentflow run "my flow"'],
    ["agentflow run 'my f", "agentflow run 'my flow'"],
    // What we do not know may be a file.
    ['agentflow validate plug', 'agentflow validate plugin/'],
    ['agentflow plugins link plug', 'agentflow plugins link plugin/'],
    ['NO_COLOR=1 agentflow logs fir', 'NO_COLOR=1 agentflow logs first'],
  ])('%s', async (typed, completed) => {
    await using bash = await startBash();
    await bash.type(`${typed}\t`);
    await bash.waitFor(`${PROMPT}${completed}`);
  });
});
