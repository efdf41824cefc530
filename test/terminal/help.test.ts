import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MANIFEST = new URL('../../packages/cli/oclif.manifest.json', import.meta.url);

test('WHEN somebody asks for help THEN every command shows at least two examples', () => {
  const { commands } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    commands: Record<string, { hidden?: boolean; pluginName?: string; examples?: readonly unknown[] }>;
  };
  const ours = Object.entries(commands).filter(([, { hidden }]) => !hidden);
  expect(ours.filter(([, { examples = [] }]) => examples.length < 2).map(([id]) => id)).toEqual([]);
});
