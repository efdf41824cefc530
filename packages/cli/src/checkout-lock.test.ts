import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localProcesses } from '@agentflow/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkoutLock } from './checkout-lock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkout-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const guest = (sessionId: string, mutates = true) => ({ sessionId, cwd: folder, mutates });

test('WHEN a session has the folder THEN another is refused until it leaves', async () => {
  const checkout = checkoutLock(folder);
  const stay = await checkout.enter(guest('s1'));
  await expect(checkout.enter(guest('s2'))).rejects.toMatchObject({
    code: 'checkout-locked',
    exitCode: 1,
    message: `Session s1 (process ${process.pid}) works in this folder, and both may change its files.`,
  });
  await stay.leave();
  expect(await readdir(join(folder, '.agentflow'))).toEqual([]);
  await (await checkout.enter(guest('s2'))).leave();
});

test('WHEN the other process is on another machine THEN the file to remove is named too', async () => {
  const checkout = checkoutLock(folder);
  await (await checkout.enter(guest('s1'))).leave();
  const file = join(folder, '.agentflow', 'checkout.lock');
  const holder = { pid: 7, startTime: 'x', host: `not-${localProcesses().host}`, token: 'x', about: 's1' };
  await writeFile(file, JSON.stringify(holder));
  await expect(checkout.enter(guest('s2'))).rejects.toMatchObject({
    message: `Session s1 (process 7 on "${holder.host}") works in this folder, and both may change its files.`,
    hint: expect.stringContaining(`If that process is gone, remove ${file}.`),
  });
});

test('WHEN a session changes nothing, or has a worktree of its own, THEN it takes no lock', async () => {
  const checkout = checkoutLock(folder);
  const stay = await checkout.enter(guest('s1'));
  const harmless = await checkout.enter(guest('s2', false));
  const apart = await checkout.enter({ ...guest('s3'), cwd: join(folder, '.agentflow', 'worktrees', 's3') });
  expect([await harmless.warnings(), await apart.warnings()]).toEqual([[], []]);
  await Promise.all([stay, harmless, apart].map((each) => each.leave()));
});

test('WHEN the lock cannot be written THEN the file is named with the reason', async () => {
  await writeFile(join(folder, '.agentflow'), '');
  await expect(checkoutLock(folder).enter(guest('s1'))).rejects.toMatchObject({ code: 'state-write' });
});
