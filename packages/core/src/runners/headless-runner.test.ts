import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutputData } from '@agentflow/plugin-sdk';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { type HeadlessOptions, HeadlessRunner } from './headless-runner.js';
import { createMarks, endTree, findMarked } from './process-tree.js';

const marks = createMarks();
const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/' };
afterEach(() => endTree({ token: marks.run, graceMs: 0 }));

function makeFifo(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agentflow-runner-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('bash', ['-c', 'mkfifo fifo'], { cwd: folder });
  return join(folder, 'fifo');
}

function bash(script: string, options: Partial<HeadlessOptions> = {}): HeadlessRunner {
  const launch = { command: 'bash', args: ['-c', script] };
  return new HeadlessRunner({ launch, cwd: '/', env, token: marks.next(), ...options });
}

/** Runs to the end and gives all that was emitted. */
async function run(runner: HeadlessRunner) {
  const bytes = { stdout: [] as Buffer[], stderr: [] as Buffer[], terminal: [] as Buffer[] };
  runner.on('bytes', (piece, stream) => bytes[stream].push(piece));
  const exit = once(runner, 'exit');
  const started = await runner.start();
  if (!started.ok) return { error: started.error };
  const [ended] = await exit;
  return { ended, stdout: Buffer.concat(bytes.stdout).toString(), stderr: Buffer.concat(bytes.stderr).toString() };
}

describe('Headless Process Management: Headless Output Capture', () => {
  test('WHEN a task emits output on stdout or stderr THEN data events contain raw and cleaned text', async () => {
    const runner = bash(`printf '\\033[31mred\\033[0m\\r\\n'; printf 'warning\\n' >&2`);
    const data: OutputData[] = [];
    runner.on('data', (output) => data.push(output));
    const { ended } = await run(runner);
    expect(data.toSorted((a, b) => a.stream.localeCompare(b.stream))).toEqual([
      { stream: 'stderr', raw: 'warning\n', clean: 'warning\n' },
      { stream: 'stdout', raw: '\x1b[31mred\x1b[0m\r\n', clean: 'red\n' },
    ]);
    expect(ended).toEqual({ exitCode: 0, signal: null });
  });

  test('WHEN a task emits output THEN the adapter receives the same, and every whole line of stdout', async () => {
    const heard: OutputData[] = [];
    const lines: string[] = [];
    const adapter = {
      name: 'listener',
      getLaunchConfig: () => ({ command: 'bash', args: [] }),
      onOutput: (output: OutputData) => void heard.push(output),
      onLine: (line: string) => void lines.push(line),
    };
    const runner = bash(`printf 'one\\r\\ntw'; printf 'o\\nlast'; printf 'not a line of stdout\\n' >&2`, { adapter });
    const data: OutputData[] = [];
    runner.on('data', (output) => data.push(output));
    await run(runner);
    expect(heard).toEqual(data);
    expect(lines).toEqual(['one', 'two', 'last']);
  });

  test('WHEN a character is split over two writes THEN the text has it whole and the bytes as they came', async () => {
    const runner = bash(`printf '\\xe2\\x82'; read; printf '\\xac \\xff'`, { stdin: 'open' });
    const data: string[] = [];
    runner.on('data', ({ raw }) => data.push(raw));
    runner.once('bytes', () => void runner.send('\n'));
    const bytes: Buffer[] = [];
    runner.on('bytes', (piece) => bytes.push(piece));
    await run(runner);
    expect(data.join('')).toBe('€ \ufffd');
    expect(Buffer.concat(bytes).toString('hex')).toBe('e282ac20ff');
  });

  test('WHEN an adapter throws THEN it is reported once and the run goes on', async () => {
    const adapter = {
      name: 'broken',
      getLaunchConfig: () => ({ command: 'bash', args: [] }),
      onLine: (line: string) => {
        throw new Error(`cannot read ${line}`);
      },
    };
    const runner = bash('echo a; echo b', { adapter });
    const errors: unknown[] = [];
    runner.on('adapterError', (error) => errors.push(error));
    expect((await run(runner)).ended).toEqual({ exitCode: 0, signal: null });
    expect(errors).toEqual([new Error('cannot read a')]);
  });

  test('WHEN a process prints much and exits THEN all of it came before the exit', async () => {
    const expected = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('');
    for (let count = 0; count < 10; count += 1) {
      const { stdout, stderr } = await run(bash('seq 1 20000 >&2; seq 1 20000'));
      expect(stdout === expected && stderr === expected).toBe(true);
    }
  });

  test('WHEN a process ends with a code or by a signal THEN the exit says so', async () => {
    expect((await run(bash('exit 7'))).ended).toEqual({ exitCode: 7, signal: null });
    expect((await run(bash('kill -9 $$'))).ended).toEqual({ exitCode: null, signal: 'SIGKILL' });
  });
});

describe('Headless Process Management: Headless Input', () => {
  test('WHEN text is sent THEN it is written to the standard input', async () => {
    const runner = bash('read line; echo "got $line"; cat', { stdin: 'open' });
    runner.once('bytes', () => void runner.send('the rest').then(() => runner.closeInput()));
    const result = run(runner);
    await runner.send('hello\n');
    expect((await result).stdout).toBe('got hello\nthe rest');
  });

  test('WHEN an input is given THEN the process reads it whole and then the end', async () => {
    const input = 'x'.repeat(3_000_000);
    expect((await run(bash('wc -c', { stdin: { input } }))).stdout?.trim()).toBe('3000000');
  });

  test('WHEN a process does not read its input THEN it ends as it likes', async () => {
    const input = 'x'.repeat(3_000_000);
    expect((await run(bash('exit 4', { stdin: { input } }))).ended).toEqual({ exitCode: 4, signal: null });
  });

  test('WHEN nothing else is said THEN the standard input is at its end and nothing can be sent', async () => {
    const runner = bash('cat; echo over');
    expect((await run(runner)).stdout).toBe('over\n');
    await expect(runner.send('x')).rejects.toThrow('The standard input of this process is closed.');
  });
});

describe('a process that cannot start is an answer', () => {
  const start = (options: Partial<HeadlessOptions>) => run(bash('true', options));
  const command = (name: string, ...args: string[]) => ({ launch: { command: name, args } });

  test.each<[string, Partial<HeadlessOptions>, { code: string; message: string }]>([
    [
      'a missing program',
      command('no-such-program'),
      { code: 'ENOENT', message: 'The program "no-such-program" is not on the PATH.' },
    ],
    [
      'a path that does not exist',
      command('/no/such/program'),
      { code: 'ENOENT', message: 'The program "/no/such/program" does not exist.' },
    ],
    [
      'a file that is not executable',
      command('/etc/passwd'),
      { code: 'EACCES', message: 'The program "/etc/passwd" may not be executed.' },
    ],
    [
      'a missing folder',
      { cwd: '/no/such/folder' },
      { code: 'missing-folder', message: 'The folder "/no/such/folder" does not exist.' },
    ],
    [
      'an argument that is too long',
      command('true', 'x'.repeat(131_072)),
      { code: 'E2BIG', message: 'The arguments and environment of "true" are too long for the operating system.' },
    ],
    [
      'a NUL character',
      command('true', 'a\0b'),
      { code: 'ERR_INVALID_ARG_VALUE', message: 'The arguments or environment of "true" contain a NUL character.' },
    ],
  ])('WHEN it is %s THEN the error says so', async (_name, options, error) => {
    expect(await start(options)).toEqual({ error });
  });
});

describe('the end of a process', () => {
  test('WHEN a background child holds stdout THEN the exit comes all the same and its later output is still read', async () => {
    const fifo = makeFifo();
    const runner = bash('(read line < $FIFO; echo late) & echo early', { env: { ...env, FIFO: fifo } });
    const { ended, stdout } = await run(runner);
    expect({ ended, stdout }).toEqual({ ended: { exitCode: 0, signal: null }, stdout: 'early\n' });
    const bytes = once(runner, 'bytes');
    const closed = once(runner, 'closed');
    await writeFile(fifo, 'go\n');
    expect(String((await bytes)[0])).toBe('late\n');
    await closed;
  });

  test('WHEN a background child never stops printing THEN the exit comes all the same', async () => {
    const runner = bash('yes & echo over >&2');
    const stderr: string[] = [];
    runner.on('bytes', (piece, stream) => stream === 'stderr' && stderr.push(String(piece)));
    const exit = once(runner, 'exit');
    await runner.start();
    expect((await exit)[0]).toEqual({ exitCode: 0, signal: null });
    expect(stderr).toEqual(['over\n']);
    await runner.stop({ graceMs: 1000 });
  });

  test('WHEN it is stopped THEN it, its children and those in sessions of their own are gone and exit was emitted', async () => {
    const token = marks.next();
    const runner = bash('setsid sleep 1000 & (trap "" TERM; sleep 1001) & echo ready; sleep 1002', { token });
    const ready = once(runner, 'bytes');
    await runner.start();
    await ready;
    await runner.stop({ graceMs: 200 });
    expect(runner.ended).toEqual({ exitCode: null, signal: 'SIGTERM' });
    expect(findMarked(token)).toEqual([]);
  });

  test('WHEN it is stopped THEN it has the time to end by itself', async () => {
    const runner = bash('trap "exit 5" TERM; echo ready; while :; do sleep 0.01; done');
    const ready = once(runner, 'bytes');
    await runner.start();
    await ready;
    await runner.stop();
    expect(runner.ended).toEqual({ exitCode: 5, signal: null });
  });

  test('WHEN it is stopped before it was started, or after it ended THEN nothing happens', async () => {
    const runner = bash('true');
    await runner.stop();
    await run(runner);
    await runner.stop();
    expect(runner.ended).toEqual({ exitCode: 0, signal: null });
  });
});

test('WHEN the launch config has an environment of its own THEN it is laid over that of the task', async () => {
  const launch = { command: 'bash', args: ['-c', 'echo "$A|$B|${HOME-unset}"'], env: { B: '2', HOME: undefined } };
  expect((await run(bash('', { launch, env: { ...env, A: '1', B: '1' } }))).stdout).toBe('1|2|unset\n');
});
