import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../events.js';
import { Journal } from './journal.js';
import { readJournal } from './read-journal.js';
import { numbered, started } from './testing-rig/sample-session.js';
import { temporaryFolder } from './testing-rig/temporary-folder.js';

const EMPTY = { goodBytes: 0, torn: false };
const events = numbered(
  started([['a']]),
  { type: 'task.started', taskId: 'a', attempt: 1 },
  { type: 'task.prompted', taskId: 'a', attempt: 1, prompt: 'Grüße\n"日本" \u2028 🎉' },
  { type: 'session.finished', status: 'DONE', reason: null },
);
const lines = events.map((event) => JSON.stringify(event));
const text = lines.map((line) => `${line}\n`).join('');

test('an event is in the file when append returns', async () => {
  const path = join(temporaryFolder(), 'journal.jsonl');
  const journal = Journal.open(path, EMPTY);
  for (const [index, event] of events.entries()) {
    journal.append(event);
    expect(readFileSync(path, 'utf8')).toBe(`${lines.slice(0, index + 1).join('\n')}\n`);
  }
  await journal.sync();
  await journal.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(read(path)).toEqual({ events, goodBytes: Buffer.byteLength(text), torn: false });
});

test('what is appended while a sync is under way is synced by the next', async () => {
  const journal = Journal.open(join(temporaryFolder(), 'journal.jsonl'), EMPTY);
  const [first, second] = events as [SessionEvent, SessionEvent];
  journal.append(first);
  const syncs = [journal.sync()];
  journal.append(second);
  syncs.push(journal.sync(), journal.sync());
  await Promise.all(syncs);
  await journal.close();
});

test('a closed journal takes nothing more', async () => {
  const path = join(temporaryFolder(), 'journal.jsonl');
  const journal = Journal.open(path, EMPTY);
  await journal.close();
  await journal.close();
  expect(() => journal.append(events[0] as SessionEvent)).toThrow(`Cannot write ${path}: the session is closed.`);
});

describe.runIf(process.platform === 'linux')('on a full disk', () => {
  test('the first error names path and reason, and every append after it throws the same', async () => {
    const path = join(temporaryFolder(), 'journal.jsonl');
    symlinkSync('/dev/full', path);
    const journal = Journal.open(path, EMPTY);
    const attempts = events.map((event) => errorOf(() => journal.append(event)));
    expect(attempts[0]).toMatchObject({
      name: 'StateError',
      code: 'state-write',
      path,
      message: `Cannot write ${path}: no space left on the device.`,
    });
    expect(new Set(attempts).size).toBe(1);
    await journal.close();
  });
});

describe('reading', () => {
  test.each<[string, string, number]>([
    ['nothing', '', 0],
    ['a whole file', text, 4],
    ['a byte order mark', `\uFEFF${text}`, 4],
    ['CRLF', text.replaceAll('\n', '\r\n'), 4],
    ['blank lines', `\n${text}\n \n`, 4],
  ])('%s is fine', (_, content, count) => {
    expect(read(written(content))).toEqual({
      events: events.slice(0, count),
      goodBytes: Buffer.byteLength(content),
      torn: false,
    });
  });

  test('no file is an empty one', () => {
    expect(read(join(temporaryFolder(), 'journal.jsonl'))).toEqual({ events: [], ...EMPTY });
  });

  test.each<[string, string | Buffer]>([
    ['cut line', lines[3]?.slice(0, 20) ?? ''],
    ['line without its end', lines[3] ?? ''],
    ['zeros', Buffer.alloc(64)],
    ['garbage', 'garbage\n'],
  ])('a last line that is torn (%s) is ignored, and cut off before the next is appended', async (_, tail) => {
    const good = `${lines.slice(0, 3).join('\n')}\n`;
    const path = written(Buffer.concat([Buffer.from(good), Buffer.from(tail)]));
    const { events: found, ...end } = read(path);
    expect({ found, end }).toEqual({
      found: events.slice(0, 3),
      end: { goodBytes: Buffer.byteLength(good), torn: true },
    });
    expect(readFileSync(path)).toHaveLength(Buffer.byteLength(good) + tail.length);
    const journal = Journal.open(path, end);
    journal.append(events[3] as SessionEvent);
    await journal.close();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test.each<[string, string | Buffer, string]>([
    ['garbage', 'garbage', 'the line is not an event'],
    ['zeros', Buffer.alloc(64), 'the line is not an event'],
    ['half a line', lines[1]?.slice(0, 30) ?? '', 'the line is not an event'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'the line is not an event'],
    ['another document', '{"hello":1}', 'the line is not an event'],
    ['a list', '[]', 'the line is not an event'],
    ['the future', '{"v":2}', 'it was written by a newer AgentFlow (event version 2)'],
  ])('damage in the middle (%s) names file and line and leaves the file alone', (_, damage, problem) => {
    const content = Buffer.concat([Buffer.from(`${lines[0]}\n`), Buffer.from(damage), Buffer.from(`\n${lines[2]}\n`)]);
    const path = written(content);
    expect(errorOf(() => read(path))).toMatchObject({
      code: 'state-damaged',
      path,
      line: 2,
      message: `${path}:2 is damaged: ${problem}.`,
    });
    expect(readFileSync(path)).toEqual(content);
  });

  test('lines longer than a chunk arrive whole', () => {
    const prompt = 'ü'.repeat(700_000);
    const long = numbered(started([['a']]), { type: 'task.prompted', taskId: 'a', attempt: 1, prompt });
    const path = written(`${long.map((event) => JSON.stringify(event)).join('\n')}\n`);
    expect(read(path).events).toEqual(long);
  });
});

function written(content: string | Buffer): string {
  const path = join(temporaryFolder(), 'journal.jsonl');
  writeFileSync(path, content);
  return path;
}

function read(path: string) {
  const found: SessionEvent[] = [];
  return { ...readJournal(path, (event) => found.push(event)), events: found };
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
