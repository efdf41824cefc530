import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import type { SessionEvent } from '../events.js';
import type { JournalEnd } from './session-store.js';
import { damagedError, hasCode, readError } from './state-error.js';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Tells every complete event of a journal, in order. A last line that is torn is ignored; anything else that is no
 * event throws `state-damaged` with its line. The file is not changed; none is the same as an empty one.
 */
export function readJournal(path: string, onEvent: (event: SessionEvent, line: number) => void): JournalEnd {
  const reader = new LineReader(path, onEvent);
  for (const chunk of chunksOf(path)) reader.read(chunk);
  return reader.end();
}

class LineReader {
  readonly #path: string;
  readonly #onEvent: (event: SessionEvent, line: number) => void;
  /** The beginning of a line whose end has not been read yet. */
  #pieces: Buffer[] = [];
  #line = 0;
  #bytes = 0;
  #goodBytes = 0;
  /** Line that is not JSON: damage if another follows, torn if it is the last. */
  #broken: number | null = null;

  constructor(path: string, onEvent: (event: SessionEvent, line: number) => void) {
    this.#path = path;
    this.#onEvent = onEvent;
  }

  read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#completeLine(this.#join(chunk.subarray(start, end)));
      start = end + 1;
    }
    // Copied, because the chunk's memory is used again.
    if (start < chunk.length) this.#pieces.push(Buffer.from(chunk.subarray(start)));
  }

  end(): JournalEnd {
    const rest = this.#join(Buffer.alloc(0));
    if (this.#broken !== null && rest.length > 0) throw this.#damage(this.#broken);
    return { goodBytes: this.#goodBytes, torn: rest.length > 0 || this.#broken !== null };
  }

  #join(last: Buffer): Buffer {
    if (this.#pieces.length === 0) return last;
    const whole = Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    return whole;
  }

  #completeLine(bytes: Buffer): void {
    this.#line++;
    this.#bytes += bytes.length + 1;
    const text = textOf(this.#line === 1 ? withoutMark(bytes) : bytes);
    if (text === '') {
      if (this.#broken === null) this.#goodBytes = this.#bytes;
      return;
    }
    if (this.#broken !== null) throw this.#damage(this.#broken);
    const value = text === null ? undefined : parse(text);
    if (value === undefined) {
      this.#broken = this.#line;
      return;
    }
    const problem = problemOf(value);
    if (problem !== null) throw damagedError(this.#path, problem, this.#line);
    this.#onEvent(value as SessionEvent, this.#line);
    this.#goodBytes = this.#bytes;
  }

  #damage(line: number) {
    return damagedError(this.#path, 'the line is not an event', line);
  }
}

function* chunksOf(path: string): Generator<Buffer> {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw readError(path, error);
  }
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let size = read(path, descriptor, buffer); size > 0; size = read(path, descriptor, buffer)) {
      yield buffer.subarray(0, size);
    }
  } finally {
    closeSync(descriptor);
  }
}

function read(path: string, descriptor: number, buffer: Buffer): number {
  try {
    return readSync(descriptor, buffer, 0, buffer.length, null);
  } catch (error) {
    throw readError(path, error);
  }
}

/** Null when it is not UTF-8. */
function textOf(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') && !isUtf8(bytes) ? null : text.trim();
}

function withoutMark(bytes: Buffer): Buffer {
  return BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? bytes.subarray(3) : bytes;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problemOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'the line is not an event';
  const { v, seq, ts, sessionId, type } = value as Record<string, unknown>;
  if (typeof v === 'number' && v > 1) return `it was written by a newer AgentFlow (event version ${v})`;
  const isEvent =
    v === 1 &&
    Number.isSafeInteger(seq) &&
    typeof ts === 'string' &&
    typeof sessionId === 'string' &&
    typeof type === 'string';
  return isEvent ? null : 'the line is not an event';
}
