import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { groupExists, groupOf, listProcesses } from './proc.js';
import { createMarks, endTree, findMarked, MARK_VARIABLE, markedEnv } from './process-tree.js';
import { spawnProcess } from './spawn-process.js';

const marks = createMarks();
const env = { PATH: process.env.PATH ?? '' };
afterEach(() => endTree({ token: marks.run, graceMs: 0 }));

/** Starts a script and waits until it says that it is ready. */
async function start(script: string, token: string) {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const request = { command: 'bash', args: ['-c', script], cwd: '/', env: markedEnv(env, token), stdio: [...stdio] };
  const spawned = spawnProcess(request);
  if (!spawned.ok || !spawned.child.stdout) throw new Error('bash did not start');
  const [said] = await once(spawned.child.stdout, 'data');
  return { ...spawned, said: String(said) };
}

test('WHEN an environment is marked THEN the mark of an outer agentflow stays', () => {
  expect(markedEnv({ A: '1' }, 't.1.')).toEqual({ A: '1', [MARK_VARIABLE]: 't.1.' });
  expect(markedEnv({ [MARK_VARIABLE]: 'outer.3.' }, 't.1.')).toEqual({ [MARK_VARIABLE]: 'outer.3. t.1.' });
});

test('WHEN processes of several tasks run THEN a token finds those of its task and the run token all', async () => {
  const tokens = Array.from({ length: 11 }, () => marks.next());
  const first = await start('echo; exec sleep 1000', tokens[0] as string);
  const eleventh = await start('echo; exec sleep 1000', tokens[10] as string);
  expect(findMarked(tokens[0] as string)).toEqual([first.pid]);
  expect(findMarked(tokens[10] as string)).toEqual([eleventh.pid]);
  expect(findMarked(marks.run).toSorted()).toEqual([first.pid, eleventh.pid].toSorted());
});

test('WHEN a tree is ended THEN children, one ignoring SIGTERM and one in its own session go, and nothing else', async () => {
  const token = marks.next();
  const other = await start('echo; exec sleep 1000', marks.next());
  const script =
    'sleep 1000 & (trap "" TERM; sleep 1001; sleep 1002) & setsid bash -c "sleep 1003 & wait" & echo; wait';
  const { pid } = await start(script, token);
  expect(await endTree({ pid, token, graceMs: 100 })).toEqual([]);
  expect(findMarked(token)).toEqual([]);
  expect(groupOf(other.pid)).toBe(other.pid);
});

test('WHEN a child has cleared its environment THEN its group, or the group of a marked leader, finds it', async () => {
  const token = marks.next();
  const script = 'env -i sleep 1004.5 & setsid bash -c "env -i sleep 1005.5 & wait" & echo; wait';
  const { pid } = await start(script, token);
  expect(await endTree({ pid, token, graceMs: 1000 })).toEqual([]);
  await expect.poll(() => commandLines().filter((line) => /^sleep 100[45]\.5$/.test(line))).toEqual([]);
});

test('WHEN a process ends politely THEN it may finish its work', async () => {
  const token = marks.next();
  const { pid, child } = await start('trap "exit 5" INT; echo; while :; do sleep 0.01; done', token);
  const exit = once(child, 'exit');
  await endTree({ pid, token, graceMs: 60_000, signal: 'SIGINT' });
  expect((await exit)[0]).toBe(5);
});

test('WHEN a process is stopped by SIGSTOP THEN it is woken to hear the polite signal', async () => {
  const token = marks.next();
  const { pid, child } = await start('trap "exit 5" TERM; echo; while :; do sleep 0.01; done', token);
  const exit = once(child, 'exit');
  process.kill(-pid, 'SIGSTOP');
  await endTree({ pid, token, graceMs: 60_000 });
  expect((await exit)[0]).toBe(5);
});

test('WHEN the grace is cut short THEN the processes are killed at once', async () => {
  const token = marks.next();
  const { pid, child } = await start('trap "" TERM INT; echo; while :; do sleep 0.01; done', token);
  const exit = once(child, 'exit');
  const impatience = new AbortController();
  const ending = endTree({ pid, token, graceMs: 60_000, now: impatience.signal });
  impatience.abort();
  expect(await ending).toEqual([]);
  expect((await exit)[1]).toBe('SIGKILL');
});

test('WHEN only a zombie is left of a group THEN it is gone', async () => {
  // The outer process never waits for the inner one.
  const outer = await start('setsid sh -c "echo \\$\\$" & exec sleep 1000', marks.next());
  const inner = Number(outer.said);
  await expect.poll(() => groupOf(inner)).toBe(null);
  expect(groupExists(inner)).toBe(true);
  expect(await endTree({ pid: inner, token: marks.next(), graceMs: 60_000 })).toEqual([]);
});

function commandLines(): string[] {
  return listProcesses().map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    } catch {
      return '';
    }
  });
}
