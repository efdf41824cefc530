import { describe, expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { inFolder, nodeWorkflow, pluginFiles } from './plugin-files.js';

const LIMIT = { AGENTFLOW_PLUGIN_TIMEOUT: '2000' };

/** A plugin with a node type `bad`, some parts of which are told. */
function files(parts: string) {
  const entry = `import { definePlugin } from '@agentflow/plugin-sdk';
const schemaOf = (validate) => ({ '~standard': { version: 1, vendor: 'test', validate } });
const run = async () => ({ status: 'done', output: '' });
const type = { schema: schemaOf((value) => ({ value })), run, ${parts} };
export default definePlugin({ name: 'agentflow-bad', apiVersion: 1, nodeTypes: { bad: type } });`;
  return {
    ...inFolder('bad', pluginFiles('agentflow-bad', { nodeTypes: ['bad'], entry })),
    'agentflow.config.yaml': 'plugins: [./bad]\n',
    'uses.yaml': nodeWorkflow('bad'),
    'twice.yaml': `${nodeWorkflow('bad')}  - id: b\n    bad: once more\n`,
  };
}

describe.each([
  ['a schema that throws', 'schema: schemaOf(() => { throw new Error("no luck"); })', 'schema', 'failed: no luck'],
  ['a schema that rejects', 'schema: schemaOf(async () => { throw "luck"; })', 'schema', 'failed: luck'],
  [
    'a schema that never settles',
    'schema: schemaOf(() => new Promise(() => {}))',
    'schema',
    'did not answer within 2 seconds',
  ],
  ['a check that throws', 'check() { throw new Error("no luck"); }', 'check', 'failed: no luck'],
  ['a check that exits', 'check() { process.exit(0); }', 'check', 'process.exit'],
])('a node type with %s', (_title, parts, part, trouble) => {
  const isExit = trouble === 'process.exit';
  const reason = isExit ? 'it called process.exit(0)' : `the ${part} of its node type "bad" ${trouble}`;

  test('WHEN a file uses it THEN validate and run end with 4 and name plugin, version, reason and place', async () => {
    await using rig = await TestRig.create();
    await rig.write(files(parts));
    const { code, stdout } = await rig.run('validate uses.yaml', { env: LIMIT });
    expect(stdout).toBe(
      `uses.yaml:5:5  The node type "bad" failed: agentflow-bad 1.0.0: ${reason}.
    5 |     bad: hello
            ^^^
    hint: It was named by agentflow.config.yaml:1; correct it, or take it out.

✗ uses.yaml has 1 error
`,
    );
    expect(code).toBe(4);
    const run = await rig.run('run twice.yaml --json', { env: LIMIT });
    expect([run.code, JSON.parse(run.stdout).error]).toMatchObject([
      4,
      { code: 'broken-plugin', message: expect.stringContaining('twice.yaml has 2 errors'), line: 5, column: 5 },
    ]);
  });
});

test('WHEN a node type keeps the processor while it checks THEN the command ends with 4 and names it', async () => {
  await using rig = await TestRig.create();
  await rig.write(files('check() { for (;;); }'));
  expect(await rig.run('validate uses.yaml', { env: LIMIT })).toMatchInlineSnapshot(`
    {
      "code": 4,
      "stderr": "error: agentflow-bad 1.0.0: it did not give the processor back within 2 seconds.
    hint: It was named by agentflow.config.yaml:1; correct it, or take it out.
    ",
      "stdout": "",
    }
  `);
});

test.each([
  [
    'waits for what never comes',
    'new Promise(() => {})',
    'agentflow-bad 1.0.0: the schema of its node type "bad" did not answer within 2 seconds.',
  ],
  [
    'takes too long altogether',
    'new Promise((resolve) => setTimeout(resolve, 1500, { issues: [{ message: "no" }] }))',
    'It did not end within 2 seconds.',
  ],
])('WHEN a case of the conformance test %s THEN it fails and the others are run', async (_title, answer, message) => {
  await using rig = await TestRig.create();
  await rig.write(files(`schema: schemaOf(() => ${answer})`));
  const { code, stdout } = await rig.run('plugins test ./bad --json', { env: LIMIT });
  const { cases, failed } = JSON.parse(stdout) as { cases: { ok: boolean }[]; failed: number };
  expect([code, failed, cases.length]).toEqual([1, 1, 3]);
  expect(cases.filter(({ ok }) => !ok)).toEqual([
    { contribution: 'node type bad', name: 'nonsense is refused, not thrown at', ok: false, message },
  ]);
});

test('WHEN a command waits for what never comes THEN it ends with an error and not in silence', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'agentflow.config.mjs': 'export default await new Promise(() => {});\n' });
  expect(await rig.run('workflows')).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "error: The command cannot be finished: it waits for something that never comes.
    hint: A config file that is code can be the cause; otherwise this is a bug in AgentFlow, please report it.
    ",
      "stdout": "",
    }
  `);
});
