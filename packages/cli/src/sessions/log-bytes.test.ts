import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileSize, readBytes, tailOffset } from './log-bytes.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agentflow-logs-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function tail(text: string, lines: number): Promise<string> {
  const path = join(folder, 'log');
  await writeFile(path, text);
  const chunks: Buffer[] = [];
  for await (const chunk of readBytes(path, await tailOffset(path, lines))) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

test.each<[text: string, lines: number, end: string]>([
  ['a\nb\nc\n', 2, 'b\nc\n'],
  ['a\nb\nc', 2, 'b\nc'],
  ['a\nb\nc\n', 9, 'a\nb\nc\n'],
  ['a\nb\nc\n', 0, ''],
  ['', 3, ''],
  ['\n\n\n', 2, '\n\n'],
])('of %j the last %i lines are %j', async (text, lines, end) => {
  expect(await tail(text, lines)).toBe(end);
});

test('lines longer than a chunk are found too', async () => {
  const [first, second, third] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(70_000)}\n`);
  expect((await tail(`${first}${second}${third}`, 2)) === `${second}${third}`).toBe(true);
  expect((await tail(`${first}${second}${third}`, 3)) === `${first}${second}${third}`).toBe(true);
});

test('a file that is not there has nothing, a link is not followed', async () => {
  const path = join(folder, 'log');
  expect(await fileSize(path)).toBe(null);
  expect(await tailOffset(path, 3)).toBe(0);
  await symlink('/etc/passwd', path);
  await expect(fileSize(path)).rejects.toThrow(`Cannot read ${path}: it is a link.`);
});
