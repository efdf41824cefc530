import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutputData } from '@agentflow/plugin-sdk';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { AgentRunner, type AgentRunnerOptions } from './agent-runner.js';
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

function bash(script: string, options: Partial<AgentRunnerOptions> = {}): AgentRunner {
  const launch = { command: 'bash', args: ['-c', script] };
  return new AgentRunner({ launch, cwd: '/', env, token: marks.next(), ...options });
}

async function run(runner: AgentRunner) {
  const bytes: Buffer[] = [];
  runner.on('bytes', (piece) => bytes.push(piece));
  const exit = once(runner, 'exit');
  const started = await runner.start();
  if (!started.ok) return { error: started.error };
  const [ended] = await exit;
  return { ended, output: Buffer.concat(bytes).toString() };
}

/** Resolves when the output so far holds the text. */
function shown(runner: AgentRunner, text: string): Promise<void> {
  return new Promise((resolve) => {
    let seen = '';
    runner.on('data', ({ clean }) => {
      seen += clean;
      if (seen.includes(text)) resolve();
    });
  });
}

describe('PTY Process Management: Lifecycle Management', () => {
  test('WHEN the runner is started THEN it spawns a process in a terminal of its own', async () => {
    const { ended, output } = await run(bash('tty; echo $TERM; stty size; exit 3', { cols: 100, rows: 30 }));
    expect(output).toMatch(/^\/dev\/[^\r]+\r\nxterm-256color\r\n30 100\r\n$/);
    expect(ended).toEqual({ exitCode: 3, signal: null });
  });

  test('WHEN the environment describes another terminal THEN the process does not see that', async () => {
    const outer = { ...env, TERM: 'dumb', COLUMNS: '10', LINES: '5', TMUX: 'x' };
    expect((await run(bash('env | grep -E "^(TERM|COLUMNS|LINES|TMUX)="', { env: outer }))).output).toBe(
      'TERM=xterm-256color\r\n',
    );
  });

  test('WHEN it is stopped THEN the session was there until then and nothing is left of it', async () => {
    const token = marks.next();
    const runner = bash('setsid sleep 1000 & (trap "" HUP TERM; sleep 1001) & echo ready; cat', { token });
    const ready = shown(runner, 'ready');
    await runner.start();
    await ready;
    expect(runner.ended).toBe(null);
    await runner.stop({ graceMs: 200 });
    expect(runner.ended).toEqual({ exitCode: null, signal: 'SIGHUP' });
    expect(findMarked(token)).toEqual([]);
  });

  test('WHEN it is stopped at the very start, before it has a group and a mark THEN it ends', async () => {
    for (let count = 0; count < 10; count += 1) {
      const runner = bash('sleep 1000');
      void runner.start();
      await runner.stop({ graceMs: 60_000 });
      expect(runner.ended).toEqual({ exitCode: null, signal: 'SIGHUP' });
    }
  });

  test('WHEN a process prints and exits at once THEN no byte is lost, 20 times', async () => {
    const expected = Array.from({ length: 5000 }, (_, index) => `${index + 1}\r\n`).join('');
    for (let count = 0; count < 20; count += 1) {
      const { ended, output } = await run(bash('exec seq 1 5000'));
      expect(output === expected).toBe(true);
      expect(ended).toEqual({ exitCode: 0, signal: null });
    }
  });

  test('WHEN cat reads ^D THEN it exits with 0, 20 times', async () => {
    for (let count = 0; count < 20; count += 1) {
      const runner = bash('exec cat');
      const result = run(runner);
      await runner.start();
      await runner.send('hello\r\x04');
      expect(await result).toEqual({ ended: { exitCode: 0, signal: null }, output: 'hello\r\nhello\r\n' });
    }
  });

  test('WHEN the terminal is stopped or its settings are strange at the end THEN the exit comes and nothing is added', async () => {
    expect((await run(bash('stty olcuc; echo abc'))).output).toBe('ABC\r\n');
    expect((await run(bash('stty -opost; echo abc'))).output).toBe('abc\n');
    expect((await run(bash('printf "\\033]0;unfinished"'))).output).toBe('\x1b]0;unfinished');
    const runner = bash('echo ready; read; exec sleep 0.01');
    const ready = shown(runner, 'ready');
    const result = run(runner);
    await ready;
    await runner.send('\r\x13');
    expect(await result).toEqual({
      ended: { exitCode: 0, signal: null },
      output: expect.stringMatching(/^ready\r\n(\r\n)?$/), // the terminal is stopped before or after its echo
    });
  });

  test('WHEN a process is ended by a signal THEN the exit names it', async () => {
    expect((await run(bash('kill -USR1 $$'))).ended).toEqual({ exitCode: null, signal: 'SIGUSR1' });
  });

  test('WHEN a background child holds the terminal THEN the exit comes all the same and its output is still read', async () => {
    const fifo = makeFifo();
    const script = 'trap "" HUP; (read line < $FIFO; echo late) & echo early';
    const runner = bash(script, { env: { ...env, FIFO: fifo } });
    const { output } = await run(runner);
    expect(output).toBe('early\r\n');
    const closed = once(runner, 'closed');
    const bytes = once(runner, 'bytes');
    await writeFile(fifo, 'go\n');
    expect(String((await bytes)[0])).toBe('late\r\n');
    await closed;
  });
});

describe('PTY Process Management: Bi-directional Communication', () => {
  test('WHEN text is sent THEN the process reads it, and its output is emitted as raw and clean data', async () => {
    const runner = bash('read line; printf "\\033[32mgot $line\\033[0m\\n"');
    const data: OutputData[] = [];
    runner.on('data', (output) => data.push(output));
    const result = run(runner);
    await runner.start();
    await runner.send('hello\r');
    await result;
    expect(data.map(({ clean }) => clean).join('')).toBe('hello\ngot hello\n');
    expect(data.map(({ raw }) => raw).join('')).toBe('hello\r\n\x1b[32mgot hello\x1b[0m\r\n');
    expect(new Set(data.map(({ stream }) => stream))).toEqual(new Set(['terminal']));
  });

  test('WHEN the process writes THEN the adapter hears the same', async () => {
    const heard: OutputData[] = [];
    const data: OutputData[] = [];
    const onOutput = (output: OutputData) => void heard.push(output);
    const adapter = { name: 'listener', getLaunchConfig: () => ({ command: 'bash', args: [] }), onOutput };
    const runner = bash('echo one; echo two', { adapter });
    runner.on('data', (output) => data.push(output));
    await run(runner);
    expect(heard).toEqual(data);
    expect(heard.map(({ clean }) => clean).join('')).toBe('one\ntwo\n');
  });

  test('WHEN much is sent to a process that writes as much before it reads THEN all arrives and nothing hangs', async () => {
    const text = `${'0123456789abcde\n'.repeat(20_000)}`;
    const script = 'stty raw -echo; echo ready; seq 1 100000; head -c 320000 | cksum';
    const runner = bash(script);
    const ready = shown(runner, 'ready');
    const result = run(runner);
    await ready;
    await runner.send(text);
    const { output } = await result;
    const sum = await run(bash(`yes 0123456789abcde | head -c 320000 | cksum`));
    expect(output?.trimEnd().split('\n').at(-1)).toBe(sum.output?.trimEnd());
  });

  test('WHEN multi-byte characters are split anywhere THEN the text has them whole', async () => {
    const runner = bash('for i in $(seq 1 3000); do printf "漢字🙂é"; done');
    let text = '';
    runner.on('data', ({ raw }) => {
      text += raw;
    });
    await run(runner);
    expect(text === '漢字🙂é'.repeat(3000)).toBe(true);
  });

  test('WHEN the terminal is resized THEN the process is told', async () => {
    const runner = bash('trap "stty size; exit" WINCH; echo ready; while :; do sleep 0.01; done');
    const ready = shown(runner, 'ready');
    const result = run(runner);
    await ready;
    runner.resize(132, 43);
    expect((await result).output).toBe('ready\r\n43 132\r\n');
    runner.resize(80, 24);
  });

  test('WHEN text is sent to a process that is over or was never started THEN that is refused', async () => {
    const runner = bash('true');
    await expect(runner.send('x')).rejects.toThrow('This process has not been started.');
    await run(runner);
    await expect(runner.send('x')).rejects.toThrow('The terminal of this process is closed.');
  });
});

describe('a process that cannot start is an answer', () => {
  const command = (name: string, ...args: string[]) => ({ launch: { command: name, args } });

  test.each<[string, Partial<AgentRunnerOptions>, string]>([
    ['a missing program', command('no-such-program'), 'ENOENT'],
    ['a path that does not exist', command('./no-such-program'), 'ENOENT'],
    ['a file that is not executable', command('/etc/passwd'), 'EACCES'],
    ['a folder', command('/tmp'), 'ENOENT'],
    ['a missing working folder', { cwd: '/no/such/folder' }, 'missing-folder'],
    ['an argument that is too long', command('true', 'x'.repeat(131_072)), 'E2BIG'],
    ['too many arguments', { launch: { command: 'true', args: Array(400_000).fill('x') } }, 'E2BIG'],
    ['a NUL character', command('true', 'a\0b'), 'ERR_INVALID_ARG_VALUE'],
  ])('WHEN it is %s THEN the error says so', async (_name, options, code) => {
    expect((await run(bash('true', options))).error?.code).toBe(code);
  });
});
