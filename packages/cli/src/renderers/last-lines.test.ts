import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lastLines } from './last-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'agentflow-last-lines-'));
const file = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

test('as many lines as wanted are shown, however long they are', () => {
  writeFileSync(file, Array.from({ length: 30 }, (_, index) => `${index + 1} ${'x'.repeat(50_000)}\n`).join(''));
  const lines = lastLines(file, 20);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 11}`));
  expect(lines[0]).toBe(`11 ${'x'.repeat(196)}…`);
});

test.each([
  ['a line without end', `${'x'.repeat(3_000_000)}end`, [`${'x'.repeat(199)}…`]],
  ['progress that is printed over itself', '1 %\r2 %\r3 %\ndone\r\n\n', ['3 %', 'done']],
  ['control sequences', 'a\x1b[2Jb\n\n  c\x1b]0;t\x07\n', ['ab', '', '  c']],
  ['nothing', '', []],
])('of %s the last words are shown', (_what, text, lines) => {
  writeFileSync(file, text);
  expect(lastLines(file, 20)).toEqual(lines);
});
