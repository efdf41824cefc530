import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { extname } from 'node:path';
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

test.each([
  { kind: 'script', node: { runtime: 'node' }, file: 'scripts/link.js' },
  { kind: 'command', node: { adapter: 'demo' }, file: '.agentflow/commands/link.md' },
])('row 12: WHEN the name of a $kind is hostile THEN it is refused and nothing is read or made', async (expected) => {
  await using rig = await TestRig.create();
  const { kind, node, file } = expected;
  await rig.write({ 'outside.js': 'process.exit(0)', 'outside.md': 'fake: say read', [file]: '' });
  rmSync(rig.path(file));
  symlinkSync(rig.path(`outside${extname(file)}`), rig.path(file));
  const fault = new Fault(12, `hostile name of a ${kind}`);
  const paths = ['../outside', '../../outside', 'a/../../outside', './outside', rig.path('outside'), '..', '~/outside'];
  for (const name of [...paths, '-outside', 'a\0outside', 'a'.repeat(5000), 'link']) {
    await rig.write({ 'flow.yaml': workflow([{ id: 'a', [kind]: name, ...node }]) });
    const before = treeOf(rig);
    await fault.try(async () => {
      const { code, stdout, stderr } = await rig.run('run flow.yaml');
      expect({ name, code, stdout, refused: /There is no .*(script|command) "/.test(stderr) }).toEqual({
        name,
        code: 3,
        stdout: '',
        refused: true,
      });
      expect(treeOf(rig)).toEqual(before);
    });
  }
});

function treeOf(rig: TestRig): string[] {
  return readdirSync(rig.path('..'), { recursive: true, encoding: 'utf8' }).sort();
}
