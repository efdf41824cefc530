import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const MANIFEST = new URL('../../packages/cli/oclif.manifest.json', import.meta.url);

test('WHEN somebody asks for help THEN every command shows at least two examples', () => {
  const { commands } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    commands: Record<string, { hidden?: boolean; pluginName?: string; examples?: readonly unknown[] }>;
  };
  const ours = Object.entries(commands).filter(([, { hidden }]) => !hidden);
  expect(ours.filter(([, { examples = [] }]) => examples.length < 2).map(([id]) => id)).toEqual([]);
});

test('WHEN somebody asks for help THEN an argument that is given once is shown so, and the flags stand below each other', async () => {
  await using rig = await TestRig.create();
  const attach = await rig.run('attach --help');
  expect(attach.stdout).toMatch(
    /^ {2}\$ agentflow attach ID TASK \[-h\][\s\S]*^ARGUMENTS\n {2}ID {4}A [\s\S]*^ {2}TASK {2}A /m,
  );
  const run = await rig.run('run --help');
  expect(run.stdout).toMatch(/^ {2}\$ agentflow run WORKFLOW \[ARGUMENTS\.\.\.\] \[-h\]/m);
  expect(run.stdout).toMatch(/^FLAGS\n {2}-i, --input=NAME=VALUE\.\.\. {2}\S.*\n {6}--goal=<value> {9}\S/m);
});

test('WHEN some flags of a command have a short form THEN the first has one, since oclif loses its indentation without', () => {
  const { commands } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    commands: Record<string, { flags: Record<string, { char?: string; hidden?: boolean; helpGroup?: string }> }>;
  };
  const ragged = Object.entries(commands).filter(([, { flags }]) => {
    const [first, ...others] = Object.values(flags).filter(({ hidden, helpGroup }) => !hidden && !helpGroup);
    return first && !first.char && others.some(({ char }) => char);
  });
  expect(ragged.map(([id]) => id)).toEqual([]);
});

test.each(['help --help', 'help -h', 'help help'])(
  'WHEN somebody types %s THEN the command that comes with oclif shows two examples, too',
  async (command) => {
    await using rig = await TestRig.create();
    const { code, stdout } = await rig.run(command);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^USAGE\n {2}\$ agentflow help [\s\S]*^EXAMPLES\n {2}All commands\n\n {4}\$ agentflow help\n\n {2}One of them\n\n {4}\$ agentflow help run\n/m,
    );
  },
);
