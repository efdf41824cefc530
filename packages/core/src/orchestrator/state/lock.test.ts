import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acquireLock, guardPathOf, lockHolder } from './lock.js';
import { localProcesses } from './process-table.js';
import { LockRacer } from './testing-rig/lock-racer.js';
import { temporaryFolder } from './testing-rig/temporary-folder.js';

const processes = localProcesses();
/** Of a process that has ended. */
const DEAD_PID = spawnSync(process.execPath, ['-e', '0']).pid;

test('a lock says who holds it, and release removes it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  const lock = await acquireLock(path, processes);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    pid: process.pid,
    startTime: processes.startTimeOf(process.pid),
    host: processes.host,
    token: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(lockHolder(path, processes)).toEqual({ pid: process.pid, host: processes.host });
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  expect(lockHolder(path, processes)).toBeNull();
});

test('release leaves the lock of another alone', async () => {
  const path = join(temporaryFolder(), 'lock');
  const lock = await acquireLock(path, processes);
  writeFileSync(path, 'of another');
  lock.release();
  expect(readFileSync(path, 'utf8')).toBe('of another');
});

test('a living holder is named', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'lock');
  await acquireLock(path, processes);
  await expect(acquireLock(path, processes)).rejects.toMatchObject({
    name: 'StateError',
    code: 'state-locked',
    path,
    message: `The session is in use by process ${process.pid}.`,
    hint: 'Wait until it has ended, or end it with "agentflow cancel".',
  });
  expect(readdirSync(folder)).toEqual(['lock']);
});

test('a holder on another machine counts as alive, with a hint how to remove its lock', async () => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, staleContent({ host: 'elsewhere' }));
  await expect(acquireLock(path, processes)).rejects.toMatchObject({
    message: `The session is in use by process ${DEAD_PID} on "elsewhere".`,
    hint: `If that process is gone, remove ${path} and try again.`,
  });
});

test('the lock of a process that was killed is taken over', { timeout: 60_000 }, async () => {
  const path = join(temporaryFolder(), 'lock');
  const racer = new LockRacer(LockRacer.program(temporaryFolder()));
  expect(await racer.acquire(path)).toEqual({ won: true });
  expect(lockHolder(path, processes)?.pid).toBe(racer.pid);
  await racer.kill();
  expect(lockHolder(path, processes)).toBeNull();
  (await acquireLock(path, processes)).release();
});

test('the start time that is handed in decides where there is no /proc', async () => {
  const path = join(temporaryFolder(), 'lock');
  const lstart = (time: string) => localProcesses(() => time);
  await acquireLock(path, lstart('Wed Nov 18 10:00:00 2026'));
  await expect(acquireLock(path, lstart('Wed Nov 18 10:00:00 2026'))).rejects.toMatchObject({ code: 'state-locked' });
  (await acquireLock(path, lstart('Wed Nov 18 11:11:11 2026'))).release();
});

test('a folder that is missing is named with the reason', async () => {
  const path = join(temporaryFolder(), 'nowhere', 'lock');
  await expect(acquireLock(path, processes)).rejects.toMatchObject({
    code: 'state-write',
    message: `Cannot write ${path}: no such file or folder.`,
  });
});

describe('of 8 processes that try at once, exactly one wins and the others name it, 20 times', () => {
  const RACERS = 8;
  const ROUNDS = 20;
  const stale = staleContent();
  test.each<[string, (path: string) => void]>([
    ['a fresh lock', () => {}],
    ['the lock of a dead process', (path) => writeFileSync(path, stale)],
    ['the lock of a reused pid', (path) => writeFileSync(path, staleContent({ pid: process.pid }))],
    ['a lock with nothing in it', (path) => writeFileSync(path, '')],
    [
      'a lock and leftovers of processes that died while they took it over',
      (path) => {
        writeFileSync(path, stale);
        writeFileSync(guardPathOf(path, stale), staleContent({ token: 'guard' }));
        writeFileSync(`${path}.0123456789abcdef.tmp`, '{"pid"');
      },
    ],
  ])('%s', { timeout: 60_000 }, async (_, prepare) => {
    const folder = temporaryFolder();
    const program = LockRacer.program(temporaryFolder());
    const racers = Array.from({ length: RACERS }, () => new LockRacer(program));
    await Promise.all(racers.map((racer) => racer.release()));
    for (let round = 0; round < ROUNDS; round++) {
      const path = join(folder, 'lock');
      prepare(path);
      const at = Date.now() + 5;
      const results = await Promise.all(racers.map((racer) => racer.acquire(path, at)));
      const winners = racers.filter((_, index) => results[index]?.won);
      expect(winners).toHaveLength(1);
      const message = `The session is in use by process ${winners[0]?.pid}.`;
      const losers = results.filter(({ won }) => !won);
      expect(losers).toEqual(losers.map(() => ({ won: false, code: 'state-locked', message })));
      expect(readdirSync(folder)).toEqual(['lock']);
      await winners[0]?.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});

function staleContent(changes: object = {}): string {
  return JSON.stringify({
    pid: DEAD_PID,
    startTime: 'an earlier life',
    host: processes.host,
    token: 'stale',
    ...changes,
  });
}
