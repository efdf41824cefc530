import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const PAGES = ['getting-started', 'cookbook'];

test.each(PAGES)('WHEN somebody copies a workflow of docs/%s.md THEN it is valid', async (page) => {
  const text = readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8');
  const blocks = Array.from(text.matchAll(/^```yaml\n(.*?)^```$/gms), (match) => match[1] ?? '');
  const workflows = blocks.filter((block) => block.startsWith('name:'));
  const configs = blocks.filter((block) => !block.startsWith('name:'));
  expect(workflows.length).toBeGreaterThan(0);
  await using rig = await TestRig.create();
  await rig.write(Object.fromEntries(workflows.map((workflow, index) => [`${index}.yaml`, workflow])));
  await rig.write(Object.fromEntries(configs.map((config) => ['agentflow.config.yaml', config])));
  await rig.write({ '../bin/claude': '' });
  const files = workflows.map((_, index) => `${index}.yaml`);
  const { stdout, stderr } = await rig.run(['validate', ...files, '--json']);
  const report = JSON.parse(stdout) as { files: { file: string; diagnostics: unknown[] }[] };
  expect([stderr, report.files.map(({ diagnostics }) => diagnostics)]).toEqual(['', files.map(() => [])]);
  expect((await rig.run('config')).code).toBe(0);
});

test('WHEN the cookbook is opened THEN it has ten tasks, each in the list at the top', () => {
  const text = readFileSync(new URL('../../docs/cookbook.md', import.meta.url), 'utf8');
  const headings = Array.from(text.matchAll(/^## (.+)$/gm), (match) => match[1]);
  expect(headings).toHaveLength(10);
  expect(Array.from(text.matchAll(/^- \[(.+)\]/gm), (match) => match[1])).toEqual(headings);
});
