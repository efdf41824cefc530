import { mkdir, readdir, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { RunningProcess } from './rig/running-process.js';
import { TestRig } from './rig/test-rig.js';

const WIDE = { env: { COLUMNS: '80' } };

const RELEASE = `name: Release
description: Builds and ships
goal: Ship it
nodes:
  - {id: build, bash: "echo building"}
  - {id: lint, bash: "echo lint", depends_on: [build], when: "$build.output == 'docs'"}
  - {id: test, bash: "echo testing; exit 3", depends_on: [build], retry: {max_attempts: 2, delay_ms: 1, on_error: all}}
  - {id: deploy, bash: "echo deploy", depends_on: [test]}
`;
/** Prints, then waits for the file "go". */
const WAITS = `name: Waits
description: Waits for a file
nodes:
  - {id: wait, bash: "echo begun; until [ -e go ]; do sleep 0.05; done; echo gone on"}
  - {id: after, bash: "echo after", depends_on: [wait]}
`;

async function rigWith(files: Record<string, string>): Promise<TestRig> {
  const rig = await TestRig.create();
  await rig.write(files);
  return rig;
}

/** Starts the workflow that waits, and returns when its first task has printed. */
async function startWaiting(rig: TestRig): Promise<RunningProcess> {
  const run = rig.agentflow('run waits.yaml --session-id live --progress quiet');
  await rig.spawn('bash', ['-c', 'until [ -s .agentflow/sessions/live/logs/wait.1.log ]; do sleep 0.02; done']).exited;
  return run;
}

/** Times, sizes and process ids are different every time, and with them the width of columns. */
function steady(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \([^)]*\)/g, '<time>')
    .replace(/\d\d:\d\d:\d\d/g, '<time>')
    .replace(/process( +)\d+/g, 'process$1<pid>')
    .replace(/\b\d+(\.\d)? (ms|s)\b/g, '<duration>')
    .replace(/\b\d+(\.\d)? (B|KB)\b/g, '<size>')
    .replace(/(?<=\S) {2,}/g, '  ');
}

test('WHEN nothing has run THEN the next step is named', async () => {
  await using rig = await TestRig.create();
  expect([await rig.run('sessions'), await rig.run('status'), await rig.run('status --json')]).toMatchInlineSnapshot(`
    [
      {
        "code": 1,
        "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
        "stdout": "",
      },
      {
        "code": 1,
        "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
        "stdout": "",
      },
      {
        "code": 1,
        "stderr": "",
        "stdout": "{"error":{"code":"internal","message":"The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'","hint":"This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened."}}
    ",
      },
    ]
  `);
});

test('WHEN a session failed THEN the list, its status and the story of a task say so', async () => {
  await using rig = await rigWith({ 'release.yaml': RELEASE });
  expect((await rig.run('run release.yaml --session-id first --progress quiet')).code).toBe(1);
  expect(steady((await rig.run('sessions', WIDE)).stdout)).toMatchInlineSnapshot(`""`);
  expect(steady((await rig.run('status', WIDE)).stdout)).toMatchInlineSnapshot(`""`);
  expect(steady((await rig.run('status fir --explain lint', WIDE)).stdout)).toMatchInlineSnapshot(`""`);
  expect(steady((await rig.run('status first --explain test', WIDE)).stdout)).toMatchInlineSnapshot(`""`);
  const document = JSON.parse((await rig.run('status latest --json')).stdout) as {
    tasks: { id: string; status: string }[];
  };
  expect(document).toMatchObject({ id: 'first', status: 'FAILED', goal: 'Ship it', pid: null });
  expect(document.tasks.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'build DONE',
    'lint SKIPPED',
    'test FAILED',
    'deploy SKIPPED',
  ]);
});

test('WHEN sessions are pruned THEN nothing goes without a yes, and a live one never', async () => {
  await using rig = await rigWith({ 'waits.yaml': WAITS, 'release.yaml': RELEASE });
  for (const id of ['one', 'two']) await rig.run(`run release.yaml --session-id ${id} --progress quiet`);
  const run = await startWaiting(rig);
  const result = async (command: string) => {
    const { code, stdout, stderr } = await rig.run(command);
    return { code, stdout: steady(stdout), stderr: steady(stderr) };
  };
  const left = async () => (await readdir(rig.path('.agentflow/sessions'))).sort();
  expect([
    await result('sessions prune'),
    await result('sessions prune --older-than 0d'),
    await result('sessions prune --older-than 0d --dry-run'),
  ]).toMatchInlineSnapshot();
  expect(await left()).toEqual(['live', 'one', 'two']);
  expect(await result('sessions prune --older-than 0d --keep 2 --yes')).toMatchInlineSnapshot();
  expect(await left()).toEqual(['live', 'two']);
  const { removed } = JSON.parse((await rig.run('sessions prune --older-than 0d --yes --json')).stdout) as {
    removed: { id: string }[];
  };
  expect(removed.map(({ id }) => id)).toEqual(['two']);
  expect(await left()).toEqual(['live']);
  await rig.write({ go: '' });
  expect((await run.exited).code).toBe(0);
});

test('WHEN a session is damaged THEN it is a row of the list, and an error with its place', async () => {
  await using rig = await rigWith({ 'release.yaml': RELEASE });
  await rig.run('run release.yaml --session-id bad --progress quiet');
  await rig.write({ '.agentflow/sessions/bad/session.json': '{', '.agentflow/sessions/bad/journal.jsonl': 'x\ny\n' });
  await mkdir(rig.path('.agentflow/sessions/empty'));
  const { code, stdout, stderr } = await rig.run('sessions');
  expect({ code, stderr, stdout: steady(stdout).split('\n').sort().join('\n') }).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
      "stdout": "",
    }
  `);
  expect([await rig.run('status bad'), await rig.run('logs empty')]).toMatchInlineSnapshot(`
    [
      {
        "code": 1,
        "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
        "stdout": "",
      },
      {
        "code": 1,
        "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
        "stdout": "",
      },
    ]
  `);
});

test.each([
  ['..', '..'],
  ['../bad', '../bad'],
  ['/etc', '/etc'],
  ['A', 'A'],
  ['empty', ''],
  ['-x', '-x'],
  ['two lines', 'a\nb'],
  ['5,000 characters', 'a'.repeat(5000)],
])('WHEN the id is %s THEN it is refused and nothing is read', async (_, id) => {
  await using rig = await rigWith({ 'bad/session.json': '{}' });
  for (const command of ['status', 'logs']) {
    const { code, stderr } = await rig.run([command, '--', id]);
    expect({ code, refused: stderr.includes('cannot be the id of a session.') }).toEqual({ code: 2, refused: true });
  }
  expect(await readdir(rig.path())).toEqual(['bad']);
});

test('WHEN a session is a link to somewhere else THEN it is none', async () => {
  await using rig = await rigWith({ 'elsewhere/session.json': '{}' });
  await mkdir(rig.path('.agentflow/sessions'), { recursive: true });
  await symlink(rig.path('elsewhere'), rig.path('.agentflow/sessions/link'));
  expect(await rig.run('logs link')).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
      "stdout": "",
    }
  `);
});

test('WHEN an id is the beginning of several THEN they are named; --cwd looks elsewhere', async () => {
  await using rig = await rigWith({ 'release.yaml': RELEASE });
  for (const id of ['run-a', 'run-b']) await rig.run(`run release.yaml --session-id ${id} --progress quiet`);
  expect(await rig.run('status run')).toMatchInlineSnapshot(`
    {
      "code": 1,
      "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
      "stdout": "",
    }
  `);
  await mkdir(rig.path('other'));
  expect([await rig.run('sessions --cwd other'), await rig.run('sessions --cwd none')]).toMatchInlineSnapshot(`
    [
      {
        "code": 1,
        "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
        "stdout": "",
      },
      {
        "code": 1,
        "stderr": "internal error: The requested module '../../workflow/schema/read-fields.js' does not provide an export named 'isRecord'
    hint: This is a bug in AgentFlow; please report it. AGENTFLOW_DEBUG=1 shows where it happened.
    ",
        "stdout": "",
      },
    ]
  `);
});
