import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAKE_AGENT_FILE } from '../fake-agent-file.js';
import { fake, fakeScript } from '../script-builders.js';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'fake-agent-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: readonly string[], script?: string) {
  const env = { PATH: process.env.PATH, AGENTFLOW_FAKE_HOME: join(folder, 'home'), AGENTFLOW_FAKE_SCRIPT: script };
  const child = spawn(process.execPath, [FAKE_AGENT_FILE, ...args], { cwd: folder, env });
  child.stdin.end();
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [code, signal] = await once(child, 'close');
  return { stdout: await stdout, stderr: await stderr, code, signal };
}

const records = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const headless = (prompt: string) => run(['--headless', '--', prompt]);

describe('conversations', () => {
  test('WHEN a conversation goes on THEN the turns of the script follow one another', async () => {
    const prompt = 'fake: say not yet\nfake 3: say COMPLETE';
    const first = records((await headless(prompt)).stdout);
    const resume = `--resume=${first[0].conversationId}`;
    const answers = [first.at(-1).text];
    for (const _turn of [2, 3])
      answers.push(records((await run(['--headless', resume, '--', prompt])).stdout).at(-1).text);
    expect(answers).toEqual(['not yet', 'not yet', 'COMPLETE']);
  });

  test('WHEN there is no conversation THEN a file counts the launches', async () => {
    const prompt = 'fake turn tries.txt\nfake: exit 1\nfake 3: say fixed';
    const codes = [];
    for (const _try of [1, 2, 3]) codes.push((await headless(prompt)).code);
    expect(codes).toEqual([1, 1, 0]);
  });

  test('WHEN a turn was killed THEN it is the same turn again', async () => {
    const script = fakeScript([fake.crash()], [fake.say('two')]);
    const id = 'c0ffee00-0000-4000-8000-000000000001';
    expect((await run(['--headless', `--session-id=${id}`, '--', 'Go.'], script)).signal).toBe('SIGKILL');
    expect((await run(['--headless', `--resume=${id}`, '--', 'Go.'], script)).signal).toBe('SIGKILL');
  });

  test.each([
    ['plain', ['--headless'], 'There is no conversation nope in this folder.\n', 1],
    [
      'claude',
      ['-p', '--output-format', 'stream-json', '--verbose'],
      'No conversation found with session ID: nope\n',
      1,
    ],
    ['gemini', ['--prompt=Go.'], 'Error resuming session: Invalid session identifier "nope".\n', 42],
  ])('WHEN %s does not know a conversation THEN it fails as that program does', async (as, args, stderr, code) => {
    expect(await run(['--as', as, ...args, '--resume=nope'])).toMatchObject({ stderr, code });
  });
});

describe('personalities', () => {
  test('WHEN called by the name of a program THEN it is that program', async () => {
    await symlink(FAKE_AGENT_FILE, join(folder, 'claude'));
    const child = spawn(join(folder, 'claude'), ['--version']);
    expect(await text(child.stdout)).toBe('2.1.197 (Claude Code)\n');
    expect((await run(['--as=gemini', '--version'])).stdout).toBe('0.61.0\n');
    expect((await run(['--version'])).stdout).toBe('agentflow-fake-agent 0.1.0\n');
  });

  test.each([
    [['--as', 'claude', '--nope'], "error: unknown option '--nope'\n", 1],
    [
      ['--as', 'claude', '-p', '--output-format', 'stream-json', '--', 'x'],
      'Error: When using --print, --output-format=stream-json requires --verbose\n',
      1,
    ],
    [['--as', 'gemini', '--prompt', '-x'], 'Unknown argument: prompt\n', 1],
    [['--as', 'gemini', '--', 'x'], 'Unknown argument: \n', 1],
    [['--nope'], 'Unknown option --nope.\n', 2],
    [['--as', 'codex'], '--as takes plain, silent, claude, gemini, not codex.\n', 2],
  ])('WHEN a flag is wrong THEN it is refused: %j', async (args, stderr, code) => {
    expect(await run(args)).toMatchObject({ stdout: '', stderr, code });
  });
});
