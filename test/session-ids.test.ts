import { mkdir, readdir, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TestRig } from './rig/test-rig.js';

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
  await using rig = await TestRig.create();
  await rig.write({ 'bad/session.json': '{}' });
  for (const command of ['status', 'logs']) {
    const { code, stderr } = await rig.run([command, '--', id]);
    expect({ code, refused: stderr.includes('cannot be the id of a session.') }).toEqual({ code: 2, refused: true });
  }
  expect(await readdir(rig.path())).toEqual(['bad']);
});

test('WHEN a session is a link to somewhere else THEN it is none', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'elsewhere/session.json': '{}' });
  await mkdir(rig.path('.agentflow/sessions'), { recursive: true });
  await symlink(rig.path('elsewhere'), rig.path('.agentflow/sessions/link'));
  expect(await rig.run('logs link')).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "error: There is no session "link".
    hint: "agentflow sessions" lists them.
    ",
      "stdout": "",
    }
  `);
});

test('WHEN an id is the beginning of several THEN they are named; --cwd looks elsewhere', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': 'name: Flow\ndescription: f\nnodes: [{id: x, bash: "true"}]\n' });
  for (const id of ['run-a', 'run-b']) await rig.run(`run flow.yaml --session-id ${id} --progress quiet`);
  expect(await rig.run('status run')).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "error: "run" is the beginning of 2 sessions: run-a, run-b.
    hint: Write more of the id.
    ",
      "stdout": "",
    }
  `);
  await mkdir(rig.path('other'));
  expect([await rig.run('sessions --cwd other'), await rig.run('sessions --cwd none')]).toMatchInlineSnapshot(`
    [
      {
        "code": 0,
        "stderr": "No session yet. Start one: agentflow run WORKFLOW
    ",
        "stdout": "",
      },
      {
        "code": 2,
        "stderr": "error: --cwd: there is no folder <work>/none.
    ",
        "stdout": "",
      },
    ]
  `);
});
