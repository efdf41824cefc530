import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAKE_AGENT_FILE } from '../fake-agent-file.js';
import { fake, fakeScript } from '../script-builders.js';
import { floodContent } from './output.js';
import type { Step } from './step.js';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'fake-agent-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface RunOptions {
  readonly input?: string;
  readonly script?: string;
  readonly cwd?: string;
}

function start(args: readonly string[], { script, cwd = folder }: RunOptions = {}): ChildProcessWithoutNullStreams {
  const env = { PATH: process.env.PATH, AGENTFLOW_FAKE_HOME: join(folder, 'home'), AGENTFLOW_FAKE_SCRIPT: script };
  return spawn(process.execPath, [FAKE_AGENT_FILE, ...args], { cwd, env });
}

async function run(args: readonly string[], options: RunOptions = {}) {
  const child = start(args, options);
  child.stdin.end(options.input ?? '');
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [code, signal] = await once(child, 'close');
  return { stdout: await stdout, stderr: await stderr, code, signal };
}

const records = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const headless = (prompt: string, options?: RunOptions) => run(['--headless', '--', prompt], options);
const scripted = (...steps: Step[]) => headless('Go.', { script: fakeScript(...steps) });

describe('headless', () => {
  test('WHEN it has no script THEN it tells its work as events and exits with 0', async () => {
    const { stdout, stderr, code } = await headless('Write a verse about: tea');
    const [session, ...events] = records(stdout);
    expect(session).toEqual({ type: 'session', conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(events).toEqual([
      { type: 'tool', name: 'Plan', state: 'started', detail: 'how to go about it' },
      { type: 'tool', name: 'Plan', state: 'finished', detail: 'how to go about it' },
      { type: 'message', text: 'Of tea I was asked to sing,\n', delta: true },
      { type: 'message', text: 'so here are two lines, and a full stop to bring.', delta: true },
      { type: 'usage', counts: 'total', inputTokens: 6, outputTokens: 19, costUsd: 0 },
      {
        type: 'result',
        ok: true,
        text: 'Of tea I was asked to sing,\nso here are two lines, and a full stop to bring.',
      },
    ]);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  test('WHEN it prints and exits THEN nothing else is told', async () => {
    expect(await headless('fake: print hello; stderr oh; exit 3')).toEqual({
      stdout: 'hello\n',
      stderr: 'oh\n',
      code: 3,
      signal: null,
    });
  });

  test('WHEN it says things and uses tools THEN the answer is what it said since the last tool', async () => {
    const { stdout } = await scripted(
      fake.say('Hm.'),
      fake.tool('Read'),
      fake.say('Two'),
      fake.say('lines'),
      fake.usage(7, 2, 0.5),
    );
    expect(records(stdout).slice(1)).toEqual([
      { type: 'message', text: 'Hm.' },
      { type: 'tool', name: 'Read', state: 'started' },
      { type: 'tool', name: 'Read', state: 'finished' },
      { type: 'message', text: 'Two' },
      { type: 'message', text: 'lines' },
      { type: 'usage', counts: 'total', inputTokens: 7, outputTokens: 2, costUsd: 0.5 },
      { type: 'result', ok: true, text: 'Two\nlines' },
    ]);
  });

  test('WHEN an error is told THEN it exits with 1, or as it is told to', async () => {
    const failed = { type: 'result', ok: false, text: 'It broke.' };
    const [plain, lying] = [
      await scripted(fake.errorEvent('It broke.')),
      await scripted(fake.errorEvent('It broke.'), fake.exit(0)),
    ];
    expect([records(plain.stdout).at(-1), plain.code]).toEqual([failed, 1]);
    expect([records(lying.stdout).at(-1), lying.code]).toEqual([failed, 0]);
  });

  test('WHEN it asks and nobody can answer THEN the answer is empty', async () => {
    const { stdout } = await headless('fake: ask Name?; say Hello {reply}!');
    expect(records(stdout).at(-1)).toEqual({ type: 'result', ok: true, text: 'Hello !' });
  });

  test('WHEN the script cannot be read THEN it says so and exits with 65', async () => {
    const { stderr, code } = await headless('fake: sleep long');
    expect({ stderr, code }).toEqual({
      stderr: 'The fake agent\'s step "sleep" needs a number, not "long".\n',
      code: 65,
    });
  });

  test('WHEN a tool is not allowed THEN it is refused', async () => {
    const { stdout } = await run([
      '--headless',
      '--allowed-tools=Read',
      '--permissions=read-only',
      '--',
      'fake: tool Read; tool Bash; write-file a.txt x',
    ]);
    const states = records(stdout)
      .filter(({ type }) => type === 'tool')
      .map(({ name, state }) => `${name} ${state}`);
    expect(states).toEqual([
      'Read started',
      'Read finished',
      'Bash started',
      'Bash refused',
      'Write started',
      'Write refused',
    ]);
  });

  test('WHEN it writes a file THEN only inside the working folder', async () => {
    const { stdout } = await headless('fake: write-file deep/a.txt x; write-file ../b.txt x');
    expect(records(stdout).filter(({ state }) => state === 'refused')).toMatchObject([{ detail: '../b.txt' }]);
    expect(await readFile(join(folder, 'deep/a.txt'), 'utf8')).toBe('x');
  });
});

describe('awkward output', () => {
  test('WHEN it floods THEN every byte is as promised', async () => {
    expect((await scripted(fake.flood(1_000_001), fake.exit())).stdout).toBe(floodContent(1_000_001));
  });

  const MINUTE = 60_000;

  test.each([
    ['characters', fake.splitUtf8('ü€😀', MINUTE), '\xc3'],
    ['control sequences', fake.splitAnsi('red', MINUTE), '\x1b[3'],
    ['drops', fake.drip('ü.', MINUTE), '\xc3'],
  ])('WHEN it splits %s THEN the first piece comes alone', async (_what, step, first) => {
    const child = start(['--headless', '--', 'Go.'], { script: fakeScript(step) });
    const [piece] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(piece.toString('latin1')).toBe(first);
  });

  test.each([
    ['characters', fake.splitUtf8('ü€😀', 1), 'ü€😀'],
    ['control sequences', fake.splitAnsi('red', 1), '\x1b[31mred\x1b[0m\n'],
    ['drops', fake.drip('ü.', 1), 'ü.'],
  ])('WHEN it splits %s THEN they are whole together', async (_what, step, whole) => {
    expect((await scripted(step, fake.exit())).stdout).toBe(whole);
  });

  test('WHEN it draws THEN styles, places and clearings are control sequences', async () => {
    const { stdout } = await headless('fake: ansi Hi style=bold,red at=2,3 clear=screen; exit');
    expect(stdout).toBe('\x1b[2J\x1b[H\x1b[2;3H\x1b[1;31mHi\x1b[0m');
  });
});

describe('endings', () => {
  test('WHEN it crashes THEN by SIGKILL, by an exception or by abort', async () => {
    expect((await headless('fake: crash')).signal).toBe('SIGKILL');
    expect((await headless('fake: crash abort')).signal).toBe('SIGABRT');
    const { stderr, code } = await headless('fake: crash uncaught');
    expect([code, stderr.includes('Error: The fake agent crashed, as it was told to.')]).toEqual([1, true]);
  });

  test('WHEN it ignores signals THEN only SIGKILL ends it', async () => {
    const child = start(['--headless', '--', 'fake: ignore-signals; print ready; hang']);
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    child.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  });

  test('WHEN it starts a child THEN the child outlives it', async () => {
    expect((await headless('fake: spawn-child 60 own-session ignore-term pid-file=child.pid; exit 2')).code).toBe(2);
    const pid = Number(await readFile(join(folder, 'child.pid'), 'utf8'));
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 0);
    process.kill(pid, 'SIGKILL');
  });
});

describe('interactive', () => {
  test('WHEN a person talks to it THEN it greets, works, answers and leaves', async () => {
    const input = 'hello\nfake: ask Your name?; say Hi {reply}.\nBob\n/quit\n';
    expect(await run(['--', 'Tidy up'], { input })).toMatchInlineSnapshot(`
      {
        "code": 0,
        "signal": null,
        "stderr": "",
        "stdout": "Hello, I am the demo agent. I need no account.
      Type a line, or /quit to leave.

      > Tidy up

      * Plan: how to go about it
      You asked: Tidy up.
      Here is how I would go about it:
      1. Read what is there.
      2. Do the smallest thing that works.
      3. Check the result.
      > You said: hello

      > ? Your name?
      > Hi Bob.

      > Bye.
      ",
      }
    `);
  });

  test('WHEN input ends THEN it leaves', async () => {
    expect(await run([])).toMatchObject({ code: 0, stdout: expect.stringMatching(/> \nBye\.\n$/) });
  });
});
