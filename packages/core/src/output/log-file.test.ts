import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile, LogFileError } from './log-file.js';
import { createRedactor } from './redactor.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentflow-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (secrets: string[] = []) => new LogFile(join(folder, 'task.1.log'), createRedactor(secrets));

test('WHEN nothing is written THEN there is no file', () => {
  const log = open();
  log.write(Buffer.alloc(0));
  log.close();
  expect(existsSync(log.path)).toBe(false);
});

test('WHEN bytes are written THEN the file holds them byte for byte, for its owner only, also after being closed', () => {
  const log = open();
  const bytes = Buffer.from(Array.from({ length: 5 * 256 }, (_, index) => index % 256));
  log.write(bytes);
  log.close();
  log.write(bytes);
  log.close();
  expect(readFileSync(log.path).equals(Buffer.concat([bytes, bytes]))).toBe(true);
  expect(statSync(log.path).mode & 0o777).toBe(0o600);
});

test('WHEN a secret is split over writes with another stream between THEN the file does not hold it', () => {
  const log = open(['secret-1']);
  log.write(Buffer.from('a sec'), 'stdout');
  log.write(Buffer.from('warning\n'), 'stderr');
  log.write(Buffer.from('ret-1 s'), 'stdout');
  log.close();
  expect(readFileSync(log.path, 'utf8')).toBe('a warning\n*** s');
});

test('WHEN the file cannot be written THEN path and reason are told once', () => {
  const log = new LogFile(join(folder, 'missing', 'task.1.log'), createRedactor([]));
  const write = () => log.write(Buffer.from('x'));
  const expected = `Cannot write ${log.path}: its folder does not exist (ENOENT).`;
  expect(write).toThrow(LogFileError);
  expect(write).not.toThrow();
  expect(() => new LogFile(log.path, createRedactor([])).write(Buffer.from('x'))).toThrow(expected);
});

test.runIf(existsSync('/dev/full'))('WHEN the disk is full THEN the error says so', () => {
  const log = new LogFile('/dev/full', createRedactor([]));
  expect(() => log.write(Buffer.from('x'))).toThrow('Cannot write /dev/full: the disk is full (ENOSPC).');
});
