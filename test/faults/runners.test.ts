import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { AgentRunner } from '../../packages/core/src/runners/agent-runner.js';
import { HeadlessRunner } from '../../packages/core/src/runners/headless-runner.js';
import { createMarks, endTree } from '../../packages/core/src/runners/process-tree.js';

const RUNS = 200;
const marks = createMarks();
const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' };
afterEach(() => endTree({ token: marks.run, graceMs: 0 }));

const options = (script: string) => ({
  launch: { command: 'bash', args: ['-c', script] },
  cwd: '/',
  env,
  token: marks.next(),
});
const interactive = (script: string) => new AgentRunner(options(script));
const headless = (script: string) => new HeadlessRunner(options(script));

/** Runs to the end; gives the exit, the number of bytes and their digest. */
async function run(runner: AgentRunner | HeadlessRunner) {
  const hash = createHash('sha256');
  let length = 0;
  runner.on('bytes', (bytes) => {
    hash.update(bytes);
    length += bytes.length;
  });
  const exit = once(runner, 'exit');
  expect(await runner.start()).toEqual({ ok: true, pid: runner.pid });
  return { ended: (await exit)[0], length, digest: hash.digest('hex') };
}

const done = { exitCode: 0, signal: null };
const whole = (text: string) => ({
  ended: done,
  length: Buffer.byteLength(text),
  digest: createHash('sha256').update(text).digest('hex'),
});

describe('PTY Process Management: Lifecycle Management', () => {
  test(`WHEN seq 1 5000 prints and exits THEN every byte is there, ${RUNS} of ${RUNS} times`, async () => {
    const expected = whole(Array.from({ length: 5000 }, (_, index) => `${index + 1}\r\n`).join(''));
    for (let count = 0; count < RUNS; count += 1) expect(await run(interactive('exec seq 1 5000'))).toEqual(expected);
  });

  test('WHEN eight at a time print and exit while the machine is busy THEN every byte is there', async () => {
    const expected = whole(Array.from({ length: 5000 }, (_, index) => `${index + 1}\r\n`).join(''));
    const busy = [headless('while :; do :; done'), headless('while :; do :; done'), headless('while :; do :; done')];
    await Promise.all(busy.map((runner) => runner.start()));
    for (let count = 0; count < 25; count += 1) {
      const runs = Array.from({ length: 8 }, () => run(interactive('exec seq 1 5000')));
      for (const result of await Promise.all(runs)) expect(result).toEqual(expected);
    }
  });

  test(`WHEN cat reads ^D THEN it exits with 0, ${RUNS} of ${RUNS} times`, async () => {
    for (let count = 0; count < RUNS; count += 1) {
      const runner = interactive('exec cat');
      const result = run(runner);
      await runner.start();
      await runner.send('\x04');
      expect((await result).ended).toEqual(done);
    }
  });

  test(`WHEN a process exits at once THEN its exit code is right, ${RUNS} of ${RUNS} times`, async () => {
    for (let count = 0; count < RUNS; count += 1) {
      expect((await run(interactive(`exit ${count % 256}`))).ended).toEqual({ exitCode: count % 256, signal: null });
    }
  });

  test('WHEN a process prints 10 MB THEN all of it is there', async () => {
    const expected = whole('0123456789abcd\r\n'.repeat(655_360));
    expect(await run(interactive('yes 0123456789abcd | head -n 655360'))).toEqual(expected);
  });
});

describe('PTY Process Management: Bi-directional Communication', () => {
  test('WHEN multi-byte characters fill many pieces THEN the text has every one whole', async () => {
    const runner = interactive('yes 漢字🙂é | head -n 100000');
    const text: string[] = [];
    runner.on('data', ({ raw }) => text.push(raw));
    expect((await run(runner)).ended).toEqual(done);
    expect(text.join('') === '漢字🙂é\r\n'.repeat(100_000)).toBe(true);
  });

  test('WHEN the terminal is resized THEN the process sees it, 50 times', async () => {
    // Without a trap: bash may lose a signal that comes while it handles one.
    const runner = interactive('echo ready; while :; do s=$(stty size); [ "$s" = "$t" ] || echo "$s"; t=$s; done');
    let seen = '';
    let wake = () => {};
    runner.on('data', ({ clean }) => {
      seen += clean;
      wake();
    });
    const shows = async (text: string) => {
      while (!seen.includes(text)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    await runner.start();
    await shows('ready\n');
    for (let count = 1; count <= 50; count += 1) {
      runner.resize(100 + count, 30 + count);
      await shows(`${30 + count} ${100 + count}\n`);
    }
    await runner.stop({ graceMs: 1000 });
  });

  test('WHEN 5 MB are sent THEN the process reads them whole', async () => {
    const text = '0123456789abcde\n'.repeat(327_680);
    const runner = interactive('stty raw -echo; echo ready; head -c 5242880 | sha256sum');
    let seen = '';
    const ready = new Promise<void>((resolve) => {
      runner.on('data', ({ clean }) => {
        seen += clean;
        if (seen.includes('ready')) resolve();
      });
    });
    const result = run(runner);
    await ready;
    await runner.send(text);
    await result;
    expect(seen.split('\n')[1]).toBe(`${createHash('sha256').update(text).digest('hex')}  -`);
  });
});

describe('Headless Process Management: Headless Output Capture', () => {
  test(`WHEN seq prints and exits THEN every byte is there before the exit, ${RUNS} of ${RUNS} times`, async () => {
    const expected = whole(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(''));
    for (let count = 0; count < RUNS; count += 1) expect(await run(headless('exec seq 1 20000'))).toEqual(expected);
  });

  test(`WHEN a background child holds stdout THEN the exit comes with every byte, ${RUNS} of ${RUNS} times`, async () => {
    const expected = whole(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(''));
    for (let count = 0; count < RUNS; count += 1) {
      const runner = headless('sleep 1000 & exec seq 1 20000');
      expect(await run(runner)).toEqual(expected);
      await runner.stop({ graceMs: 1000 });
    }
  });

  test('WHEN a process prints 200 MB into a log THEN the log is byte-equal and memory grows by less than 64 MB', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PRINTS_200_MB, CORE]);
    const { ended, digest, grownBy } = JSON.parse(stdout);
    const expected = execFileSync('bash', ['-c', 'yes 0123456789abcde | head -c 209715200 | sha256sum']);
    expect({ ended, digest }).toEqual({ ended: done, digest: String(expected).split(' ')[0] });
    expect(grownBy).toBeLessThan(64);
  });
});

const CORE = new URL('../../packages/core/dist/', import.meta.url).href;
const PRINTS_200_MB = `
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const core = process.argv[1];
const { HeadlessRunner } = await import(core + 'runners/headless-runner.js');
const { LogFile } = await import(core + 'output/log-file.js');
const { createRedactor } = await import(core + 'output/redactor.js');
const folder = mkdtempSync(join(tmpdir(), 'agentflow-log-'));
const log = new LogFile(join(folder, 'log'), createRedactor(['a-secret-that-is-not-there', 'another-secret']));
const launch = { command: 'bash', args: ['-c', 'yes 0123456789abcde | head -c 209715200'] };
const runner = new HeadlessRunner({ launch, cwd: '/', env: process.env });
runner.on('bytes', (bytes, stream) => log.write(bytes, stream));
const idle = process.resourceUsage().maxRSS;
const exit = new Promise((resolve) => runner.once('exit', resolve));
await runner.start();
const ended = await exit;
log.close();
const grownBy = (process.resourceUsage().maxRSS - idle) / 1024;
const hash = createHash('sha256');
for await (const piece of createReadStream(log.path)) hash.update(piece);
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ ended, digest: hash.digest('hex'), grownBy }));
`;
