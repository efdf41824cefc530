import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { type FileReport, hundredTypos, VALID } from '../validate/typos.js';
import { Fault } from './report.js';
import { type NodeFields, workflow } from './workflows.js';

const STARTS: NodeFields = { id: 'first', bash: 'touch started' };
const node = (id: string, ...depends_on: string[]): NodeFields => ({ id, bash: 'touch started', depends_on });
const withNode = (fields: object) => workflow([STARTS, { id: 'second', bash: 'touch started', ...fields }]);

const WRONG: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'wrong graph': {
    'a cycle': workflow([STARTS, node('a', 'c'), node('b', 'a'), node('c', 'b')]),
    'a cycle of two': workflow([STARTS, node('a', 'b'), node('b', 'a')]),
    'a dependency on itself': workflow([STARTS, node('a', 'a')]),
    'an unknown id': workflow([STARTS, node('a', 'frist')]),
    'an unknown id in a condition': withNode({ when: '$frist.output' }),
    'a reference to what is not upstream': withNode({ bash: 'echo $first.output' }),
    'an id twice': workflow([STARTS, node('a'), node('a')]),
    'no nodes': workflow([]),
    'stages without tasks': JSON.stringify({ name: 'faults', stages: [{ name: 'one', tasks: [] }] }),
    'neither nodes nor stages': JSON.stringify({ name: 'faults' }),
  },
  'wrong type': {
    'a name that is a number': workflow([STARTS], { name: 5 }),
    'nodes that are a mapping': JSON.stringify({ name: 'a', description: 'b', nodes: { first: STARTS } }),
    'a node that is a text': JSON.stringify({ name: 'a', description: 'b', nodes: [STARTS, 'touch started'] }),
    'an id that is a list': workflow([STARTS, { ...STARTS, id: ['a'] as unknown as string }]),
    'a bash that is a list': withNode({ bash: ['touch', 'started'] }),
    'a dependency that is no list': withNode({ depends_on: 'first' }),
    'a timeout with a unit': withNode({ timeout: '1h' }),
    'a timeout below zero': withNode({ timeout: -1 }),
    'a retry in words': withNode({ retry: 'many' }),
    'a condition that is a number': withNode({ when: 5 }),
    'a condition that cannot be read': withNode({ when: '$first.output ==' }),
    'an unknown trigger rule': withNode({ trigger_rule: 'all_dne' }),
    'an environment that is a list': withNode({ env: ['A=b'] }),
    'two node types': withNode({ prompt: 'Go' }),
    'a number of parallel tasks that is a half': workflow([STARTS], { max_parallel: 1.5 }),
  },
};

test.each(Object.entries(WRONG))(
  'row 16: WHEN a workflow has a %s THEN it is refused before anything runs',
  async (kind, files) => {
    await using rig = await TestRig.create();
    await new Fault(16, kind).tryEach(Object.entries(files), async ([name, text]) => {
      await rig.write({ 'f.yaml': text });
      await refuses(rig, name, 'f.yaml');
    });
  },
);

test('row 16: WHEN a workflow has one of a hundred seeded typos THEN it is refused with place and hint', async () => {
  await using rig = await TestRig.create();
  const files = hundredTypos().map(({ text, line, right, wrong }, index) => ({
    file: `typo-${index}.yaml`,
    name: `${line}: ${right} → ${wrong}`,
    text,
  }));
  await rig.write({ 'valid.yaml': VALID, ...Object.fromEntries(files.map(({ file, text }) => [file, text])) });
  expect((await rig.run('validate --strict valid.yaml')).code).toBe(0);
  const names = files.map(({ file }) => file);
  const [strict, usual] = [
    await reportsOf(rig, ['validate', '--strict', '--json', ...names]),
    await reportsOf(rig, ['validate', '--json', ...names]),
  ];
  await new Fault(16, 'seeded typo').tryEach(files, async ({ file, name }) => {
    const report = strict.get(file);
    const wellPlaced = report?.diagnostics.every(({ line, column, hint }) => line >= 1 && column >= 1 && hint);
    expect({ name, valid: report?.valid, wellPlaced }).toEqual({ name, valid: false, wellPlaced: true });
    // What the language only warns of is refused by --strict alone.
    if (usual.get(file)?.valid === false) await refuses(rig, name, file);
  });
});

/** A run of the file ends at once, says where and what to do, and leaves nothing. */
async function refuses(rig: TestRig, name: string, file: string): Promise<void> {
  const { code, stdout, stderr } = await rig.run(['run', file, '--input', 'ticket=7']);
  expect({ name, code, stdout }).toEqual({ name, code: 3, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^${file}:\\d+:\\d+  .+\n(.+\n)*    hint: .+\n`));
  expect(['started', '.agentflow'].filter((made) => existsSync(rig.path(made)))).toEqual([]);
}

async function reportsOf(rig: TestRig, command: readonly string[]): Promise<Map<string, FileReport>> {
  const { stdout } = await rig.run(command);
  const { files } = JSON.parse(stdout) as { files: FileReport[] };
  return new Map(files.map((report) => [report.file, report]));
}
