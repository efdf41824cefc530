import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { agentWorkflow, inFolder, pluginFiles } from './plugin-files.js';

const ECHO = 'adapters: {say: {command: echo, modes: {headless: {args: ["-n"], prompt: {flag: "-m"}}}}}\n';

test('WHEN there is no config THEN config says so and nothing else is needed', async () => {
  await using rig = await TestRig.create();
  expect(await rig.run('config')).toEqual({ code: 0, stdout: 'No config file was found.\n', stderr: '' });
});

test('WHEN a project and a user have a config THEN config shows both files and what they come to', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml':
      'plugins:\n  - ["./tools/mine", {option: 1}]\ndefaults: {adapter: demo}\ncommandDirs: [.claude/commands]\nredact: [A]\n',
    '~/.config/agentflow/config.json':
      '{"defaults": {"adapter": "claude", "concurrency": 8}, "redact": ["B", "A"], "adapters": {"demo": {"extraArgs": ["--x"]}}}',
  });
  expect((await rig.run('config')).stdout).toMatchInlineSnapshot(`
    "Project: agentflow.config.yaml
    User: <home>/.config/agentflow/config.json

    plugins:
      - ["./tools/mine",{"option":1}]  # agentflow.config.yaml:2
    adapters: {"demo":{"extraArgs":["--x"]}}
    defaults: {"adapter":"demo","concurrency":8}
    commandDirs: ["<work>/.claude/commands"]
    redact: ["A","B"]
    "
  `);
  expect(JSON.parse((await rig.run('config --json')).stdout)).toMatchInlineSnapshot(`
    {
      "config": {
        "adapters": {
          "demo": {
            "extraArgs": [
              "--x",
            ],
          },
        },
        "allowedPlugins": [],
        "commandDirs": [
          "<work>/.claude/commands",
        ],
        "defaults": {
          "adapter": "demo",
          "concurrency": 8,
        },
        "notifications": {},
        "plugins": [
          {
            "from": "agentflow.config.yaml:2",
            "name": "./tools/mine",
            "options": {
              "option": 1,
            },
          },
        ],
        "redact": [
          "A",
          "B",
        ],
        "scriptDirs": [],
        "terminal": {},
      },
      "files": [
        {
          "file": "agentflow.config.yaml",
          "origin": "project",
        },
        {
          "file": "<home>/.config/agentflow/config.json",
          "origin": "user",
        },
      ],
    }
  `);
});

describe('the forms of a config', () => {
  test.each([
    ['agentflow.config.yaml', 'defaults: {adapter: demo}'],
    ['agentflow.config.json', '{"defaults": {"adapter": "demo"}}'],
    ['agentflow.config.js', 'module.exports = { defaults: { adapter: "demo" } };'],
    ['agentflow.config.mjs', 'export default { defaults: { adapter: "demo" } };'],
    ['agentflow.config.ts', 'const adapter: string = "demo";\nexport default { defaults: { adapter } };'],
    ['.agentflowrc', 'defaults: {adapter: demo}'],
    ['.agentflowrc.yaml', 'defaults: {adapter: demo}'],
    ['.agentflowrc.json', '{"defaults": {"adapter": "demo"}}'],
    ['agentflow.config.yml', 'defaults: {adapter: demo}'],
    ['.agentflowrc.yml', 'defaults: {adapter: demo}'],
  ])('WHEN it is %s THEN it is found in the folder and above it', async (name, text) => {
    await using rig = await TestRig.create();
    await rig.write({ [name]: text });
    await mkdir(rig.path('a/b'), { recursive: true });
    const inside = await rig.spawn('bash', ['-c', `cd a/b && "${process.execPath}" "${BIN}" config --json`]).exited;
    expect(JSON.parse(inside.stdout).config.defaults).toEqual({ adapter: 'demo' });
  });

  test('WHEN a user ends config.yml that way THEN it is read, and what ends in .yaml comes first', async () => {
    await using rig = await TestRig.create();
    await rig.write({ '~/.config/agentflow/config.yml': 'redact: [A]', 'agentflow.config.yml': 'redact: [B]' });
    const redact = async () => JSON.parse((await rig.run('config --json')).stdout).config.redact;
    expect(await redact()).toEqual(['B', 'A']);
    await rig.write({ 'agentflow.config.yaml': 'redact: [C]' });
    expect(await redact()).toEqual(['C', 'A']);
  });

  test('WHEN a package.json ends the project THEN a config above it is not of the project', async () => {
    await using rig = await TestRig.create();
    await rig.write({ 'agentflow.config.yaml': 'redact: [A]', 'a/package.json': '{}' });
    const inside = await rig.spawn('bash', ['-c', `cd a && "${process.execPath}" "${BIN}" config --json`]).exited;
    expect(JSON.parse(inside.stdout).files).toEqual([]);
  });
});

const BIN = new URL('../../packages/cli/bin/run.js', import.meta.url).pathname;

test('WHEN a config has mistakes THEN every one is shown with its place, and a run ends with 3', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml':
      'plugin: []\ndefaults:\n  adpter: x\n  concurrency: "2"\nadapters:\n  a b: {command: c}\n  say: {command: echo, modes: {headless: {prompt: first}}}\n',
    'w.yaml': agentWorkflow('demo'),
  });
  const { code, stderr } = await rig.run('config');
  expect(code).toBe(3);
  expect(stderr).toMatchInlineSnapshot(`
    "agentflow.config.yaml:1:1  Nothing reads the key "plugin" here.
        1 | plugin: []
            ^^^^^^
        hint: Did you mean "plugins"?
    agentflow.config.yaml:3:3  Nothing reads the key "adpter" here.
        3 |   adpter: x
              ^^^^^^
        hint: Did you mean "adapter"?
    agentflow.config.yaml:4:16  "concurrency" must be a number, but it is "2".
        4 |   concurrency: "2"
                           ^^^
        hint: Write a number, without quotes.
    agentflow.config.yaml:6:3  "a b" must be a name of letters, digits, ".", "_" and "-".
        6 |   a b: {command: c}
              ^^^
        hint: Give it another name.
    agentflow.config.yaml:7:51  "prompt" must be "last", "after-dashes" or a mapping, but it is "first".
        7 |   say: {command: echo, modes: {headless: {prompt: first}}}
                                                              ^^^^^
        hint: Write one of these.
    error: agentflow.config.yaml:1:1  Nothing reads the key "plugin" here.
    hint: Did you mean "plugins"?
    hint: agentflow config shows all 5 problems.
    "
  `);
  expect(await rig.run('run w.yaml --json')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "",
      "stdout": "{"error":{"code":"invalid-config","message":"Nothing reads the key \\"plugin\\" here.","file":"agentflow.config.yaml","line":1,"column":1,"hint":"Did you mean \\"plugins\\"?\\nagentflow config shows all 5 problems."}}
    ",
    }
  `);
});

test.each([
  ['agentflow.config.json', '{"redact": [}', 'agentflow.config.json', 1],
  ['agentflow.config.yaml', 'redact: [A\nb: c', 'agentflow.config.yaml', 1],
  ['agentflow.config.mjs', '\nthrow new Error("no luck");', 'agentflow.config.mjs', 2],
  ['agentflow.config.mjs', 'throw "no luck";', 'agentflow.config.mjs', undefined],
  ['agentflow.config.mjs', '\n\nprocess.exit(0);', 'agentflow.config.mjs', 3],
  ['agentflow.config.ts', 'export default 7;', 'agentflow.config.ts', 1],
])('WHEN %s cannot be read THEN the error names the place and exits with 3', async (name, text, file, line) => {
  await using rig = await TestRig.create();
  await rig.write({ [name]: text });
  const { code, stdout } = await rig.run('adapters --json');
  const { error } = JSON.parse(stdout) as { error: Record<string, unknown> };
  expect([code, error.file, error.line]).toEqual([3, file, line]);
});

test('WHEN a config that is code is no JavaScript THEN its place is told, and the reason on one line', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'agentflow.config.ts': 'export default {\n  redact: [1,\n}\n' });
  expect(await rig.run('adapters')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "error: agentflow.config.ts:3:1  The config cannot be loaded: Unexpected token
    hint: It is a program and has to export its config as default; a YAML file is read without running anything.
    ",
      "stdout": "",
    }
  `);
});

test.each(['validate w.yaml', 'run w.yaml', 'adapters', 'config'])(
  'WHEN a config that is code ends the process THEN %s says so and does not seem to have worked',
  async (command) => {
    await using rig = await TestRig.create();
    await rig.write({
      'agentflow.config.js': 'process.exit(0);\n',
      'w.yaml': 'name: w\ndescription: One.\nnodes:\n  - id: a\n    bash: "true"\n',
    });
    expect(await rig.run(command)).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'error: agentflow.config.js:1  The config cannot be loaded: it called process.exit(0)\n' +
        'hint: It is a program and has to export its config as default; a YAML file is read without running anything.\n',
    });
  },
);

test('WHEN a config that is code prints something THEN stdout stays for data', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'agentflow.config.mjs': 'console.log("hello");\nexport default { redact: ["A"] };\n' });
  const { code, stdout, stderr } = await rig.run('config --json');
  expect({ code, stderr, redact: JSON.parse(stdout).config.redact }).toEqual({
    code: 0,
    stderr: 'hello\n',
    redact: ['A'],
  });
});

test('WHEN an adapter is declared as data THEN it works without a package, and can be the default', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml': `${ECHO}defaults: {adapter: say}\n`,
    'w.yaml': 'name: w\ndescription: One agent.\nnodes:\n  - id: a\n    prompt: hello\n',
  });
  const { code, stdout } = await rig.run('run w.yaml');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '-m hello\n' });
  expect((await rig.run('adapters')).stdout).toContain('say     agentflow.config.yaml');
});

test('WHEN a plugin stands in a list without options THEN it is named as without the list', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'agentflow.config.yaml': 'plugins: [./a, ["./b"], ["./c", {d: 1}]]\n' });
  const { config } = JSON.parse((await rig.run('config --json')).stdout);
  const from = 'agentflow.config.yaml:1';
  expect(config.plugins).toEqual([
    { name: './a', from },
    { name: './b', from },
    { name: './c', from, options: { d: 1 } },
  ]);
  await rig.write({ 'agentflow.config.yaml': 'plugins: [[], [./a, {}, {}]]\n' });
  expect((await rig.run('config')).stderr).toMatchInlineSnapshot(`
    "agentflow.config.yaml:1:11  Item 1 of "plugins" must have at least 1 item, but it has 0.
        1 | plugins: [[], [./a, {}, {}]]
                      ^^
        hint: Write at least 1 item.
    agentflow.config.yaml:1:15  Item 2 of "plugins" must have at most 2 items, but it has 3.
        1 | plugins: [[], [./a, {}, {}]]
                          ^^^^^^^^^^^^^
        hint: Write at most 2 items.
    error: agentflow.config.yaml:1:11  Item 1 of "plugins" must have at least 1 item, but it has 0.
    hint: Write at least 1 item.
    hint: agentflow config shows all 2 problems.
    "
  `);
});

test('WHEN a registered adapter is changed THEN its extra arguments come before those of the workflow', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml': 'adapters: {claude: {extraArgs: ["--model", "sonnet"], command: my-claude}}\n',
    'w.yaml': `${agentWorkflow('claude')}    extraArgs: [--verbose-too]\n`,
  });
  const { stdout } = await rig.run('run w.yaml --dry-run --json');
  const [task] = JSON.parse(stdout).tasks as [{ command: string; args: string[] }];
  const text = JSON.stringify(task);
  expect(text).toContain('my-claude');
  expect(text).toMatch(/--model","sonnet".*--verbose-too.*hello/);
});

test('WHEN the facts about the program of a registered adapter are changed THEN the new ones are shown', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml': `adapters:
  claude: {command: my-claude, installHint: ask us}
  demo: {command: versioned, versionArgs: [which], testedVersions: ">=9"}
`,
  });
  await writeFile(join(rig.bin, 'versioned'), '#!/bin/sh\n[ "$1" = which ] && echo 1.2.3\n', { mode: 0o755 });
  const { adapters } = JSON.parse((await rig.run('adapters --json')).stdout) as { adapters: { name: string }[] };
  const named = (wanted: string) => adapters.find(({ name }) => name === wanted);
  expect(named('claude')).toMatchObject({ reason: '"my-claude" is not on the PATH; install it: ask us' });
  expect(named('demo')).toMatchObject({ program: 'versioned', programVersion: '1.2.3', testedVersions: '>=9' });
});

test('WHEN what only a whole agent can have is said of a registered one THEN the config is refused with the places', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml': `adapters:
  claude: {modes: {headless: {args: [--zzz], prompt: last}}, installHint: foo}
  gemini:
    command: my-gemini
    options: {model: [--mm, "{}"]}
`,
    'w.yaml': agentWorkflow('demo'),
  });
  expect(await rig.run('config')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "agentflow.config.yaml:2:12  "modes" describes a whole agent, and "claude" has no "command" here.
        hint: Add what is missing, or change an agent that there is by "command", "env", "extraArgs", "versionArgs", "installHint" and "testedVersions".
    agentflow.config.yaml:5:5  "options" describes a whole agent, and "gemini" has no "modes" here.
        hint: Add what is missing, or change an agent that there is by "command", "env", "extraArgs", "versionArgs", "installHint" and "testedVersions".
    error: agentflow.config.yaml:2:12  "modes" describes a whole agent, and "claude" has no "command" here.
    hint: Add what is missing, or change an agent that there is by "command", "env", "extraArgs", "versionArgs", "installHint" and "testedVersions".
    hint: agentflow config shows all 2 problems.
    ",
      "stdout": "",
    }
  `);
  expect((await rig.run('run w.yaml')).code).toBe(3);
});

test('WHEN the user declares an agent and the project changes it THEN both files make one agent', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    '~/.config/agentflow/config.yaml': ECHO,
    'agentflow.config.yaml': 'adapters: {say: {options: {model: [--of, "{}"]}}}\n',
    'w.yaml': `${agentWorkflow('say')}    model: small\n`,
  });
  const { code, stdout } = await rig.run('run w.yaml');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '--of small -m hello\n' });
});

test('WHEN an adapter that does not exist is changed THEN the config is refused with a suggestion', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'agentflow.config.yaml': 'adapters:\n  cluade: {extraArgs: [-x]}\n' });
  expect(await rig.run('adapters')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "error: agentflow.config.yaml:2:3  No adapter is called "cluade", so there is nothing to change about it.
    hint: Did you mean "claude"?
    ",
      "stdout": "",
    }
  `);
});

test('WHEN an adapter of a plugin that is not there is changed THEN only its use is an error', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml': 'plugins: [./gone]\nadapters:\n  x: {extraArgs: [-v]}\n',
    'other.yaml': agentWorkflow('demo'),
    'uses.yaml': agentWorkflow('x'),
  });
  for (const command of ['run other.yaml', 'validate other.yaml', 'adapters'])
    expect([command, (await rig.run(command)).code]).toEqual([command, 0]);
  const { adapters } = JSON.parse((await rig.run('adapters --json')).stdout) as { adapters: { name: string }[] };
  const reason = 'it may be of ./gone (agentflow.config.yaml:1), which cannot be used: there is no folder <work>/gone';
  expect(adapters.find(({ name }) => name === 'x')).toMatchObject({ usable: false, reason });
  expect(await rig.run('validate uses.yaml')).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "",
      "stdout": "uses.yaml:5:14  The adapter "x" cannot be loaded: it may be of ./gone (agentflow.config.yaml:1), which cannot be used: there is no folder <work>/gone.
        5 |     adapter: x
                         ^
        hint: Look at the path "./gone".

    ✗ uses.yaml has 1 error
    ",
    }
  `);
  expect((await rig.run('run uses.yaml')).code).toBe(4);
});

test('WHEN a name is not registered and a plugin is not there THEN both are said', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'agentflow.config.yaml': 'plugins: [./gone]\n', 'uses.yaml': agentWorkflow('x') });
  const { code, stderr } = await rig.run('validate uses.yaml');
  expect({ code, stderr }).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "note: It may be of ./gone (agentflow.config.yaml:1), which cannot be used: there is no folder <work>/gone.
      Look at the path "./gone".
    ",
    }
  `);
});

test('WHEN folders, names of secrets and a limit are configured THEN they hold', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml': 'commandDirs: [mine]\nredact: [MY_PRIVATE_VALUE]\ndefaults: {concurrency: 1}\n',
    'mine/greet.md': 'Say hello.',
    'w.yaml':
      'name: w\ndescription: Two nodes.\nnodes:\n  - id: a\n    bash: printf %s "$MY_PRIVATE_VALUE"\n  - id: b\n    command: greet\n    adapter: demo\n',
  });
  const { code, stdout } = await rig.run('run w.yaml --json', { env: { MY_PRIVATE_VALUE: 'very-private' } });
  expect(code).toBe(0);
  expect(stdout).not.toContain('very-private');
  const changes = stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { type: string; taskId?: string }]));
  const order = changes
    .filter(({ type }) => ['task.started', 'task.finished'].includes(type))
    .map(({ type, taskId }) => `${taskId} ${type}`);
  expect(order).toEqual(['a task.started', 'a task.finished', 'b task.started', 'b task.finished']);
});

test('WHEN an adapter lacks the configured level of permissions THEN the workflow is refused and nothing runs', async () => {
  await using rig = await TestRig.create();
  const modes = 'modes: {headless: {prompt: last}}';
  await rig.write({
    'agentflow.config.yaml': `adapters: {touch: {command: touch, ${modes}, options: {permissions: {full: []}}}}\ndefaults: {permissions: read-only}\n`,
    'w.yaml': agentWorkflow('touch', 'made.txt'),
  });
  expect(await rig.run('run w.yaml')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "w.yaml:4:5  The adapter "touch" cannot honour "permissions: read-only", which "a" has from "defaults" of the config file.
        4 |   - id: a
                ^^^^^
        hint: Set "permissions" here to a level that the adapter has, or change the default; it is refused rather than ignored, because the agent might do more than you allow.
    error: w.yaml:4:5  w.yaml has 1 error: The adapter "touch" cannot honour "permissions: read-only", which "a" has from "defaults" of the config file.
    hint: Set "permissions" here to a level that the adapter has, or change the default; it is refused rather than ignored, because the agent might do more than you allow.
    ",
      "stdout": "",
    }
  `);
  expect(existsSync(rig.path('made.txt'))).toBe(false);
});

test('WHEN an agent as data lacks the mode of a task THEN the workflow is refused and nothing runs', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    'agentflow.config.yaml': 'adapters: {touch: {command: touch, modes: {headless: {prompt: last}}}}\n',
    'w.yaml': `name: w
stages:
  - {name: first, tasks: [{id: a, adapter: touch, executionMode: headless, prompt: made.txt}]}
  - {name: second, tasks: [{id: b, adapter: touch, prompt: other.txt}]}
`,
  });
  expect(await rig.run('run w.yaml')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "w.yaml:4:28  Task "b" is interactive, which the adapter "touch" cannot be.
        4 |   - {name: second, tasks: [{id: b, adapter: touch, prompt: other.txt}]}
                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        hint: Use "executionMode: headless" here, or another adapter.
    error: w.yaml:4:28  w.yaml has 1 error: Task "b" is interactive, which the adapter "touch" cannot be.
    hint: Use "executionMode: headless" here, or another adapter.
    ",
      "stdout": "",
    }
  `);
  expect(existsSync(rig.path('made.txt'))).toBe(false);
});

describe('an adapter of a plugin that lacks the mode of a task', () => {
  const entry = (lacking: string) => `import { definePlugin } from '@agentflow/plugin-sdk';
const picky = ({ name }) => ({
  name,
  getLaunchConfig: (mode, prompt) => {
    if (mode === '${lacking}') throw new Error('picky has no such mode.');
    return prompt === 'fail' ? { command: 'false', args: [] } : { command: 'touch', args: [prompt] };
  },
});
export default definePlugin({ name: 'agentflow-picky', apiVersion: 1, adapters: { picky } });
`;
  const plugin = (lacking: string) =>
    inFolder('picky', pluginFiles('agentflow-picky', { adapters: ['picky'], entry: entry(lacking) }));
  const workflow = (second: string) => `name: w
stages:
  - {name: first, tasks: [{id: a, adapter: picky, executionMode: headless, prompt: made.txt}]}
  - {name: second, tasks: [{id: b, adapter: picky, ${second}}]}
`;

  test('WHEN it is run THEN it is refused in the words for one of the config, and nothing runs', async () => {
    await using rig = await TestRig.create();
    await rig.write(plugin('interactive'));
    await rig.write({ 'agentflow.config.yaml': 'plugins: [./picky]\n', 'w.yaml': workflow('prompt: other.txt') });
    expect(await rig.run('run w.yaml')).toMatchInlineSnapshot(`
      {
        "code": 3,
        "stderr": "w.yaml:4:28  Task "b" is interactive, which the adapter "picky" cannot be.
          4 |   - {name: second, tasks: [{id: b, adapter: picky, prompt: other.txt}]}
                                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          hint: Use "executionMode: headless" here, or another adapter.
      error: w.yaml:4:28  w.yaml has 1 error: Task "b" is interactive, which the adapter "picky" cannot be.
      hint: Use "executionMode: headless" here, or another adapter.
      ",
        "stdout": "",
      }
    `);
    expect(existsSync(rig.path('made.txt'))).toBe(false);
    expect((await rig.run('validate w.yaml')).code).toBe(0);
  });

  test('WHEN its plugin has lost the mode before the session is resumed THEN that is refused, too', async () => {
    await using rig = await TestRig.create();
    await rig.write(plugin('interactive'));
    await rig.write({
      'agentflow.config.yaml': 'plugins: [./picky]\n',
      'w.yaml': workflow('executionMode: headless, prompt: fail'),
    });
    expect((await rig.run('run w.yaml --session-id s')).code).toBe(1);
    await rig.write(plugin('headless'));
    expect(await rig.run('resume s')).toMatchInlineSnapshot(`
      {
        "code": 3,
        "stderr": "error: <work>/w.yaml:3:66  The workflow <work>/w.yaml is not valid. Task "a" is headless, which the adapter "picky" cannot be.
      hint: Use "executionMode: interactive" here, or another adapter.
      ",
        "stdout": "",
      }
    `);
  });
});
