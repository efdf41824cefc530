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
