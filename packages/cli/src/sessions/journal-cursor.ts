import type { SessionEvent } from '@agentflow/core';
import { readBytes } from './log-bytes.js';

const NEWLINE = 0x0a;

/** Reads a journal that is being written: each event once, as soon as its line is complete. */
export class JournalCursor {
  readonly #path: string;
  /** Behind the last complete line, so that a torn one that is cut off and written anew does no harm. */
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The events that came since the last call. */
  async *newEvents(): AsyncGenerator<SessionEvent> {
    let pieces: Buffer[] = [];
    for await (const chunk of readBytes(this.#path, this.#offset)) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...pieces, chunk.subarray(start, end)]);
        pieces = [];
        start = end + 1;
        this.#offset += line.length + 1;
        const event = parse(line);
        if (event) yield event;
      }
      if (start < chunk.length) pieces.push(Buffer.from(chunk.subarray(start)));
    }
  }
}

/** What is no event is left out: the journal was checked as a whole before anybody follows it. */
function parse(line: Buffer): SessionEvent | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return typeof value === 'object' && value !== null && 'type' in value ? (value as SessionEvent) : undefined;
  } catch {
    return undefined;
  }
}
