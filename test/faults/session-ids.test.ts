import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';
import { Fault } from './report.js';
import { workflow } from './workflows.js';

const IDS = [
  '..',
  '.',
  '../escape',
  'a/../../escape',
  'a/b',
  '/tmp/escape',
  '-escape',
  '--help-me',
  'a'.repeat(5000),
  '../'.repeat(100),
  'A',
  'a b',
  'a\nb',
  'a%2fb',
  'a\\b',
  'ä',
  '~',
  '$(touch escape)',
  'latest\u202e',
];

test('row 12: WHEN a session id is hostile THEN it is refused and nothing is read or made', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow([{ id: 'a', bash: 'touch started' }]), 'outside/session.json': '{}' });
  const before = treeOf(rig);
  const fault = new Fault(12, 'hostile session id');
  const commands = (id: string) => [
    ['run', 'flow.yaml', `--session-id=${id}`],
    ['resume', '--', id],
    ['cancel', '--', id],
    ['status', '--', id],
  ];
  for (const id of IDS) {
    for (const command of commands(id)) {
      await fault.try(async () => {
        const result = await rig.run(command);
        const where = `${command[0]} ${id.slice(0, 40)}`;
        expect({ where, ...result }).toEqual({
          where,
          code: 2,
          stdout: '',
          stderr: expect.stringMatching(
            /^error: ".*" cannot be the id of a session\.\nhint: An id has up to 64 .*\.\n$/,
          ),
        });
      });
    }
  }
  expect(treeOf(rig)).toEqual(before);
});

test('row 12: WHEN a session is a link that leads outside THEN there is no such session', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow([{ id: 'a', bash: 'false' }]) });
  await rig.run('run flow.yaml --session-id inside');
  mkdirSync(rig.path('outside'));
  symlinkSync(rig.path('outside'), rig.path('.agentflow/sessions/link'));
  symlinkSync(rig.path('.agentflow/sessions/inside'), rig.path('.agentflow/sessions/other'));
  const before = treeOf(rig);
  const fault = new Fault(12, 'session that is a symbolic link');
  for (const id of ['link', 'other']) {
    for (const command of ['resume', 'cancel', 'status']) {
      await fault.try(async () => {
        expect(await rig.run(`${command} ${id}`)).toEqual({
          code: 2,
          stdout: '',
          stderr: `error: There is no session "${id}".\nhint: "agentflow sessions" lists them.\n`,
        });
      });
    }
    await fault.try(async () => {
      const result = await rig.run(`run flow.yaml --session-id ${id}`);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toContain(`error: There is a session "${id}" already.\n`);
    });
  }
  expect(treeOf(rig)).toEqual(before);
});

function treeOf(rig: TestRig): string[] {
  return readdirSync(rig.path('..'), { recursive: true, encoding: 'utf8' }).sort();
}
