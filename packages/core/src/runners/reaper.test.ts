import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { compileSources, sourcesIn } from '../testing-rig/compile-sources.js';
import { listProcesses } from './proc.js';
import { createMarks, endTree, findMarked, type Marks } from './process-tree.js';
import { Reaper } from './reaper.js';
import { spawnProcess } from './spawn-process.js';

/** As an agentflow does: starts tasks under a reaper, then waits until it is killed or told to go on. */
const PARENT = `
const [folder, token] = process.argv.slice(1);
const { Reaper } = await import(folder + '/runners/reaper.js');
const { HeadlessRunner } = await import(folder + '/runners/headless-runner.js');
const reaper = new Reaper(token);
const scripts = [
  'sleep 1000 & (trap "" TERM HUP; sleep 1001; sleep 1002) & echo; wait',
  'setsid bash -c "trap : TERM; sleep 1003; sleep 1004" & echo; wait',
  'setsid sleep 1005 & echo',
  'env -i sleep 100' + process.ppid + '.5 & echo; wait',
  'echo; kill -STOP $$',
];
await Promise.all(scripts.map(async (script, index) => {
  const launch = { command: 'bash', args: ['-c', script] };
  const runner = new HeadlessRunner({ launch, cwd: '/', env: process.env, token: token + index + '.', reaper });
  const ready = new Promise((resolve) => runner.once('bytes', resolve));
  await runner.start();
  await ready;
}));
console.log('ready');
process.stdin.once('data', (text) => { if (String(text) === 'exit') process.exit(0); });
`;
const SOURCES = fileURLToPath(new URL('..', import.meta.url));

let compiled: string;
let marks: Marks;
beforeAll(() => {
  compiled = mkdtempSync(join(tmpdir(), 'agentflow-reaper-'));
  compileSources(SOURCES, [...sourcesIn(SOURCES, 'runners'), ...sourcesIn(SOURCES, 'output')], compiled);
  marks = createMarks();
});
afterAll(() => rmSync(compiled, { recursive: true }));
afterEach(() => endTree({ token: marks.run, graceMs: 0 }));

async function startParent() {
  const args = ['--input-type=module', '-e', PARENT, compiled, marks.run];
  const env = { PATH: process.env.PATH ?? '' };
  const spawned = spawnProcess({ command: process.execPath, args, cwd: '/', env, stdio: ['pipe', 'pipe', 'inherit'] });
  if (!spawned.ok || !spawned.child.stdout) throw new Error('node did not start');
  await once(spawned.child.stdout, 'data');
  return spawned;
}

/** The reapers of this run, by their last argument. */
function reapers(): number[] {
  return withCommandLine((line) => line.endsWith(`agentflow-reaper\0${marks.run}\0`));
}

/** A child of a task that has cleared its environment. */
const UNMARKED = ['sleep', `100${process.pid}.5`, ''].join('\0');

function withCommandLine(matches: (line: string) => boolean): number[] {
  return listProcesses().filter((pid) => {
    try {
      return matches(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    } catch {
      return false;
    }
  });
}

const gone = { timeout: 10_000, interval: 20 };

test.each<[string, (pid: number) => void]>([
  ['it alone', (pid) => process.kill(pid, 'SIGKILL')],
  ['its whole process group', (pid) => process.kill(-pid, 'SIGKILL')],
])('WHEN the parent is killed with SIGKILL, %s THEN no task and no reaper is left', async (_name, kill) => {
  const { pid } = await startParent();
  expect(findMarked(marks.run).length).toBeGreaterThanOrEqual(8);
  expect(reapers()).toHaveLength(1);
  kill(pid);
  await expect.poll(() => findMarked(marks.run), gone).toEqual([]);
  await expect.poll(reapers, gone).toEqual([]);
  expect(withCommandLine((line) => line === UNMARKED)).toEqual([]);
});

test('WHEN the parent exits without a word THEN no task and no reaper is left', async () => {
  const { child } = await startParent();
  child.stdin?.write('exit');
  await once(child, 'exit');
  await expect.poll(() => findMarked(marks.run), gone).toEqual([]);
  await expect.poll(reapers, gone).toEqual([]);
});

test('WHEN the reaper is told that all is done THEN it goes and touches nothing', async () => {
  const token = marks.next();
  const env = { PATH: process.env.PATH ?? '', AGENTFLOW_MARK: token };
  const sleep = spawnProcess({ command: 'sleep', args: ['1000'], cwd: '/', env, stdio: 'ignore' });
  const reaper = new Reaper(marks.run);
  reaper.start();
  reaper.start();
  reaper.add(sleep.ok ? sleep.pid : 0);
  expect(reapers()).toHaveLength(1);
  await reaper.done();
  expect(reapers()).toEqual([]);
  expect(findMarked(token)).toEqual([sleep.ok && sleep.pid]);
  await reaper.done();
});

test('WHEN signals are sent to the reaper THEN it stays', async () => {
  const reaper = new Reaper(marks.run);
  reaper.start();
  await expect.poll(reapers).toHaveLength(1);
  const [pid] = reapers() as [number];
  await expect.poll(() => ignoredSignals(pid) & 0x4003).toBe(0x4003);
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
  expect(reapers()).toEqual([pid]);
  await reaper.done();
  expect(reapers()).toEqual([]);
});

test('WHEN the reaper was killed THEN telling it something does no harm', async () => {
  const reaper = new Reaper(marks.run);
  reaper.start();
  const [pid] = reapers() as [number];
  process.kill(pid, 'SIGKILL');
  await expect.poll(reapers).toEqual([]);
  reaper.add(1234567);
  reaper.leaderEnded(1234567);
  await reaper.done();
});

/** The low 32 bits of the mask: bit 0 is SIGHUP, bit 1 SIGINT, bit 14 SIGTERM. */
function ignoredSignals(pid: number): number {
  const mask = /^SigIgn:\s*[0-9a-f]{8}([0-9a-f]{8})$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number.parseInt(mask?.[1] ?? '0', 16);
}
