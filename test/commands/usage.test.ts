import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const USAGE_ERRORS: readonly (readonly [command: string, code: string, message: string, hint: string])[] = [
  [
    'vlidate f.yaml',
    'unknown-command',
    '"vlidate" is not an agentflow command. Did you mean "validate"?',
    'agentflow --help lists the commands',
  ],
  ['frobnicate', 'unknown-command', '"frobnicate" is not an agentflow command.', 'agentflow --help lists the commands'],
  [
    'validate --strct',
    'usage',
    'Unknown flag --strct. Did you mean --strict?',
    'agentflow validate --help shows its usage',
  ],
  ['graph', 'usage', 'Missing argument WORKFLOW.', 'agentflow graph --help shows its usage'],
  ['graph a.yaml b.yaml', 'usage', 'Unexpected argument: b.yaml', 'agentflow graph --help shows its usage'],
  [
    'graph a.yaml --format svg',
    'usage',
    'Expected --format=svg to be one of: text, mermaid, dot, json',
    'agentflow graph --help shows its usage',
  ],
  ['schema extra', 'usage', 'Unexpected argument: extra', 'agentflow schema --help shows its usage'],
  ['adapters a:b c', 'usage', 'Unexpected arguments: a:b c', 'agentflow adapters --help shows its usage'],
  ['sessions prune x', 'usage', 'Unexpected argument: x', 'agentflow sessions prune --help shows its usage'],
  [
    'sessions everything',
    'unknown-command',
    '"sessions everything" is not an agentflow command.',
    'agentflow --help lists the commands',
  ],
  [
    'graph nowhere',
    'unknown-workflow',
    'There is no workflow "nowhere".',
    'Give the path of a file, or a name that "agentflow workflows" lists.',
  ],
];

test.each(USAGE_ERRORS)(
  'WHEN the command is "agentflow %s" THEN the exit code is 2, with and without --json, and nothing else is printed',
  async (command, code, message, hint) => {
    await using rig = await TestRig.create();
    expect(await rig.run(command)).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\nhint: ${hint}\n` });
    const asJson = await rig.run(`${command} --json`);
    expect(asJson).toEqual({ code: 2, stdout: `${JSON.stringify({ error: { code, message, hint } })}\n`, stderr: '' });
  },
);

test('WHEN a workflow that a command needs does not exist THEN the exit code is 3 with and without --json', async () => {
  await using rig = await TestRig.create();
  expect(await rig.run('graph gone.yaml')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "error: There is no file gone.yaml.
    hint: Look at its name and folder.
    ",
      "stdout": "",
    }
  `);
  expect(await rig.run('graph gone.yaml --json')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "",
      "stdout": "{"error":{"code":"invalid-workflow","message":"There is no file gone.yaml.","hint":"Look at its name and folder."}}
    ",
    }
  `);
});

test.each([
  ['run pari.yaml', 3, 'error: There is no file pari.yaml.\nhint: Did you mean pair.yaml?\n'],
  ['graph flows/tow.yaml', 3, 'error: There is no file flows/tow.yaml.\nhint: Did you mean flows/two.yaml?\n'],
  ['run pair', 2, 'error: There is no workflow "pair".\nhint: Did you mean "pair.yaml"?\n'],
  ['run pair.yaml --cwd nowhere', 2, 'error: --cwd: there is no folder <work>/nowhere.\n'],
  ['doctor --cwd nowhere', 2, 'error: --cwd: there is no folder <work>/nowhere.\n'],
])(
  'WHEN "agentflow %s" names what is not there THEN the error says what may be meant',
  async (command, code, stderr) => {
    await using rig = await TestRig.create();
    await rig.write({ 'pair.yaml': '', 'flows/two.yaml': '' });
    expect(await rig.run(command)).toEqual({ code, stdout: '', stderr });
  },
);

test('WHEN the working folder is gone THEN the error says so, with and without --json', async () => {
  await using rig = await TestRig.create();
  const bin = fileURLToPath(new URL('../../packages/cli/bin/run.js', import.meta.url));
  const script = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$@"';
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await rig.spawn('bash', ['-c', script, process.execPath, bin, ...words]).exited;
    return { code, stdout, stderr };
  };
  const message = 'The folder that this command was called in does not exist any more.';
  const hint = 'Go to a folder that exists, such as your home: cd';
  for (const command of ['validate', 'sessions', 'init'])
    expect(await run(command)).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\nhint: ${hint}\n` });
  const document = { error: { code: 'no-folder', message, hint } };
  expect(await run('run', 'x.yaml', '--json')).toEqual({
    code: 2,
    stdout: `${JSON.stringify(document)}\n`,
    stderr: '',
  });
});

test('WHEN warnings stand beside data THEN stdout has only the data and stderr the talk', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': 'name: a\ndescription: b\nfoo: 1\nnodes: [{id: x, bash: "true"}]\n' });
  expect(await rig.run('graph f.yaml')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "f.yaml:3:1  warning Nothing reads the key "foo" here.
        3 | foo: 1
            ^^^
        hint: It is ignored; take it out, or begin its name with "x-" to keep it as a note.
    ",
      "stdout": "a (1 node, 1 layer)

    layer 1
      x  bash
    ",
    }
  `);
});

test('WHEN colours are forced THEN they are there, and NO_COLOR or a pipe means none', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': 'name: a\ndescription: b\nnodes: []\n' });
  const run = (env: Record<string, string>) => rig.run('validate f.yaml', { env }).then(({ stdout }) => stdout);
  const plain = await run({});
  expect(await run({ NO_COLOR: '1' })).toBe(plain);
  const forced = await run({ FORCE_COLOR: '1' });
  expect(forced).toMatchInlineSnapshot(`
    "[1mf.yaml:3:1[22m  The workflow has no node.
    [2m    3 | [22mnodes: []
            [31m^^^^^[39m
        [2mhint:[22m Begin one with "- id: …".

    [31m✗[39m f.yaml has 1 error
    "
  `);
  expect(forced.replace(/\u001b\[\d+m/g, '')).toBe(plain);
});

test('WHEN stdin is not a terminal THEN nothing asks and nothing waits', async () => {
  await using rig = await TestRig.create();
  expect((await rig.run('graph')).code).toBe(2);
});
