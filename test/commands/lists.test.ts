import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const flow = (name: string, ...tags: string[]) =>
  `name: ${name}\ndescription: What ${name} does\ntags: [${tags.join(', ')}]\nnodes: [{id: x, bash: "true"}]\n`;

test('WHEN workflows are listed THEN those of the project hide those of the user, and an invalid one says so', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    '.agentflow/workflows/review.yaml': flow('Review', 'ours'),
    '.agentflow/workflows/broken.yml': 'name: Broken\nnodes: []\n',
    '.agentflow/workflows/notes.txt': 'not a workflow',
    '~/.config/agentflow/workflows/review.yaml': flow('Hidden', 'ours'),
    '~/.config/agentflow/workflows/tidy.yaml': flow('Tidy', 'ours', 'weekly'),
  });
  expect(await rig.run('workflows --tag ours')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "NAME    FROM     DESCRIPTION
    review  project  What Review does
    tidy    user     What Tidy does
    ",
    }
  `);
  const { stdout } = await rig.run('workflows --json');
  const { workflows } = JSON.parse(stdout) as { workflows: { name: string; origin: string }[] };
  expect(workflows.filter(({ origin }) => origin !== 'bundled')).toMatchInlineSnapshot(`
    [
      {
        "description": "",
        "file": ".agentflow/workflows/broken.yml",
        "name": "broken",
        "origin": "project",
        "problem": "invalid: 2 errors; see agentflow validate .agentflow/workflows/broken.yml",
        "tags": [],
      },
      {
        "description": "What Review does",
        "file": ".agentflow/workflows/review.yaml",
        "name": "review",
        "origin": "project",
        "tags": [
          "ours",
        ],
      },
      {
        "description": "What Tidy does",
        "file": "<home>/.config/agentflow/workflows/tidy.yaml",
        "name": "tidy",
        "origin": "user",
        "tags": [
          "ours",
          "weekly",
        ],
      },
    ]
  `);
  expect(await rig.run('workflows --tag none')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "No workflow has the tag "none".
    ",
      "stdout": "",
    }
  `);
});

test('WHEN something else than a file is among the workflows THEN it is left out, and links to files are not', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'a.yaml': flow('a') });
  const folder = rig.path('.agentflow/workflows');
  await mkdir(join(folder, 'folder.yaml'), { recursive: true });
  await symlink(rig.path('a.yaml'), join(folder, 'link.yaml'));
  await symlink('loop.yaml', join(folder, 'loop.yaml'));
  await symlink('nowhere.yaml', join(folder, 'dangling.yaml'));
  expect((await rig.spawn('mkfifo', [join(folder, 'pipe.yaml')]).exited).code).toBe(0);
  const { stdout } = await rig.run('workflows --json');
  const { workflows } = JSON.parse(stdout) as { workflows: { name: string }[] };
  expect(workflows.map(({ name }) => name)).toEqual(['link', 'demo']);
});

test('WHEN a workflow is named THEN it is found by its name, in the project first', async () => {
  await using rig = await TestRig.create();
  await rig.write({
    '.agentflow/workflows/review.yaml': flow('Review'),
    '~/.config/agentflow/workflows/tidy.yaml': flow('Tidy'),
  });
  expect(await rig.run('validate review tidy')).toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "✓ .agentflow/workflows/review.yaml is valid (1 node)
    ✓ <home>/.config/agentflow/workflows/tidy.yaml is valid (1 node)
    ",
    }
  `);
  expect(await rig.run('validate reviw')).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "error: There is no workflow "reviw".
    hint: Did you mean "review"?
    ",
      "stdout": "",
    }
  `);
});

test('WHEN adapters are listed THEN each shows its plugin, and whether its program is there in a version that was tested', async () => {
  await using rig = await TestRig.create();
  const install = async (version: string) => {
    await rig.write({ '../bin/claude': `#!/bin/sh\necho "${version} (Claude Code)"\n` });
    await chmod(`${rig.bin}/claude`, 0o755);
  };
  await install('0.0.1');
  expect((await rig.run('adapters', { env: { PATH: rig.bin } })).stdout).toContain(
    'ready, but 0.0.1 was not tested; >=2.1.197 <2.2 was',
  );
  await install('2.1.197');
  const { code, stdout, stderr } = await rig.run('adapters', { env: { PATH: rig.bin } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('ready, 2.1.197 (tested)\n');
  expect(withoutVersions(stdout.split('\n').slice(0, 3).join('\n'))).toMatchInlineSnapshot(`
    "NAME    PLUGIN                           STATE
    claude  @agentflow/adapter-claude 0.0.0  ready, 0.0.0 (tested)
    gemini  @agentflow/adapter-gemini 0.0.0  "gemini" is not on the PATH; install it: npm install -g @google/gemini-cli"
  `);
  const asJson = await rig.run('adapters --json', { env: { PATH: rig.bin } });
  const { adapters } = JSON.parse(withoutVersions(asJson.stdout)) as { adapters: unknown[] };
  expect(adapters.slice(0, 2)).toMatchInlineSnapshot(`
    [
      {
        "name": "claude",
        "origin": "bundled",
        "plugin": "@agentflow/adapter-claude",
        "program": "claude",
        "programVersion": "0.0.0",
        "reason": null,
        "tested": true,
        "testedVersions": ">=0.0.0 <2.2",
        "usable": true,
        "version": "0.0.0",
      },
      {
        "name": "gemini",
        "origin": "bundled",
        "plugin": "@agentflow/adapter-gemini",
        "program": "gemini",
        "programVersion": null,
        "reason": ""gemini" is not on the PATH; install it: npm install -g @google/gemini-cli",
        "tested": null,
        "testedVersions": ">=0.0.0 <0.62",
        "usable": false,
        "version": "0.0.0",
      },
    ]
  `);
});

test('WHEN node types are listed THEN the seven built-in ones are there', async () => {
  await using rig = await TestRig.create();
  const { code, stdout, stderr } = await rig.run('node-types');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(withoutVersions(stdout)).toMatchInlineSnapshot(`
    "NAME      PLUGIN                 FROM
    prompt    @agentflow/core 0.0.0  built-in
    command   @agentflow/core 0.0.0  built-in
    bash      @agentflow/core 0.0.0  built-in
    script    @agentflow/core 0.0.0  built-in
    loop      @agentflow/core 0.0.0  built-in
    approval  @agentflow/core 0.0.0  built-in
    cancel    @agentflow/core 0.0.0  built-in
    "
  `);
  const { nodeTypes } = JSON.parse((await rig.run('node-types --json')).stdout) as { nodeTypes: { name: string }[] };
  expect(nodeTypes.map(({ name }) => name).join(' ')).toBe('prompt command bash script loop approval cancel');
});

function withoutVersions(text: string): string {
  return text.replace(/\d+\.\d+\.\d+/g, '0.0.0');
}
