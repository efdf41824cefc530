import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TestRig } from './rig/test-rig.js';

const ROOT = new URL('..', import.meta.url);

describe('every workflow that we show passes validate --strict', () => {
  test('the files of examples/', async () => {
    const files = yamlFilesIn('examples/');
    expect(files).toContain('examples/quickstart.yaml');
    expect(await problemsOf(files.map((file) => [basename(file), read(file)]))).toEqual([]);
  });

  test('the bundled workflows', async () => {
    const files = yamlFilesIn('packages/cli/workflows/');
    expect(files).toEqual(['packages/cli/workflows/demo.yaml']);
    expect(await problemsOf(files.map((file) => [basename(file), read(file)]))).toEqual([]);
  });

  test.each(['README.md', 'docs/workflows.md'])('the YAML blocks of %s', async (page) => {
    const blocks = yamlBlocksOf(read(page));
    expect(blocks).not.toEqual([]);
    expect(await problemsOf(blocks.map(({ line, text }) => [`line-${line}.yaml`, text]))).toEqual([]);
  });
});

test('a bundled workflow is found by its name in any folder', async () => {
  await using rig = await TestRig.create();
  expect(await rig.run('workflows')).toEqual({
    code: 0,
    stdout:
      'NAME  FROM     DESCRIPTION\n' +
      'demo  bundled  A tour without an account, in which the demo agent writes a story with two endings.\n',
    stderr: '',
  });
});

interface Report {
  readonly valid: boolean;
  readonly diagnostics: readonly { file: string; line: number; column: number; message: string }[];
}

/** What `validate --strict` says against workflows, in a folder that holds nothing else. */
async function problemsOf(workflows: readonly (readonly [name: string, text: string])[]): Promise<string[]> {
  await using rig = await TestRig.create();
  await rig.write(Object.fromEntries(workflows));
  const { stdout } = await rig.run(['validate', '--strict', '--json', ...workflows.map(([name]) => name)]);
  const { files } = JSON.parse(stdout) as { files: Report[] };
  expect(files).toHaveLength(workflows.length);
  return files.flatMap(({ diagnostics }) =>
    diagnostics.map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`),
  );
}

function yamlBlocksOf(markdown: string): { line: number; text: string }[] {
  return Array.from(markdown.matchAll(/^```yaml\n(.*?)^```$/gms), (match) => ({
    line: markdown.slice(0, match.index).split('\n').length,
    text: match[1] ?? '',
  }));
}

function yamlFilesIn(folder: string): string[] {
  return readdirSync(fileURLToPath(new URL(folder, ROOT)))
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => `${folder}${file}`);
}

function read(file: string): string {
  return readFileSync(new URL(file, ROOT), 'utf8');
}
