import { access } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TestRig } from './test-rig.js';

test('WHEN a rig is disposed THEN its processes are ended and its folder is gone', async () => {
  const { pid, folder } = await (async () => {
    await using rig = await TestRig.create();
    const sleeper = rig.spawn('bash', ['-c', 'trap "" TERM; echo ready; sleep 1000 & wait']);
    await sleeper.waitFor('ready');
    return { pid: sleeper.pid, folder: rig.path() };
  })();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await expect(access(folder)).rejects.toThrow('ENOENT');
});

test('WHEN a process ends before it printed what is waited for THEN the wait fails with its output', async () => {
  await using rig = await TestRig.create();
  const started = rig.spawn('bash', ['-c', 'echo no; echo why >&2; exit 4']);
  await expect(started.waitFor('yes')).rejects.toThrow('Ended with 4 before it printed yes:\nno\n\nwhy\n');
});

test('WHEN a process is killed THEN its end names the signal', async () => {
  await using rig = await TestRig.create();
  const started = rig.spawn('bash', ['-c', 'echo ready; exec sleep 1000']);
  await started.waitFor(({ stdout }) => stdout === 'ready\n');
  started.kill('SIGTERM');
  expect(await started.exited).toEqual({ code: null, signal: 'SIGTERM', stdout: 'ready\n', stderr: '' });
});

test('WHEN agentflow runs in a rig THEN it sees only the environment of the rig', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'print-env.sh': 'env -0 | sort -z | tr "\\0" "\\n"', '~/x': '' });
  const { stdout } = await rig.spawn('bash', ['print-env.sh'], { EXTRA: '1' }).exited;
  const names = stdout
    .split('\n')
    .map((line) => line.split('=')[0])
    .filter((name) => name !== '');
  expect(names.join(' ')).toMatchInlineSnapshot(`"EXTRA HOME LANG PATH PWD SHELL SHLVL TERM _"`);
});
