import { StringDecoder } from 'node:string_decoder';
import type { Paint, SessionEvent } from '@agentflow/core';
import { TerminalFilter } from './terminal-filter.js';

/** One attempt of a task. */
export interface LogSource {
  readonly taskId: string;
  readonly attempt: number;
}

/** How following came to its end: all is over, or the process that ran the session is gone. */
export type FollowEnd = 'over' | 'process-gone';

/** Shows logs; told of everything in its order. */
export interface LogPrinter {
  /** The bytes are valid only until it resolves. */
  bytes(source: LogSource, bytes: Buffer): Promise<void>;
  event(event: SessionEvent): Promise<void>;
  /** Nothing more comes from this attempt. */
  endOf(source: LogSource): Promise<void>;
  /** Following is over; nothing comes after it. */
  close(end: FollowEnd): Promise<void>;
}

/** Rejects when nobody reads any more. */
export type Write = (data: string | Uint8Array) => Promise<void>;

interface RawPrinterOptions {
  readonly write: Write;
  readonly talk: (text: string) => void;
  readonly paint: Paint;
  /** Whether a person's terminal shows it, which must not be harmed. */
  readonly isTerminal: boolean;
  /** Whether tasks are told apart by a line in front of their output. */
  readonly withHeads: boolean;
}

/** The bytes as they are; for a terminal, text and colours. */
export function rawPrinter({ write, talk, paint, isTerminal, withHeads }: RawPrinterOptions): LogPrinter {
  const filters = new Map<string, { decoder: StringDecoder; filter: TerminalFilter }>();
  let last: string | undefined;
  let isLineOpen = false;

  const turnTo = async (source: LogSource) => {
    const key = keyOf(source);
    if (key === last) return;
    const attempt = source.attempt > 1 ? ` (attempt ${source.attempt})` : '';
    if (withHeads) {
      const head = paint.place(`==> ${source.taskId}${attempt} <==`);
      await write(`${isLineOpen ? '\n' : ''}${last === undefined ? '' : '\n'}${head}\n`);
    } else if (last !== undefined) talk(`${source.taskId}: attempt ${source.attempt}`);
    last = key;
  };

  const forTerminal = (source: LogSource, bytes: Buffer): string => {
    const key = keyOf(source);
    const parts = filters.get(key) ?? { decoder: new StringDecoder('utf8'), filter: new TerminalFilter() };
    filters.set(key, parts);
    return parts.filter.filter(parts.decoder.write(bytes));
  };

  return {
    async bytes(source, bytes) {
      await turnTo(source);
      isLineOpen = bytes.at(-1) !== 0x0a;
      await write(isTerminal ? forTerminal(source, bytes) : bytes);
    },
    async event() {},
    async endOf(source) {
      // A colour that the task left on must not colour what follows.
      if (filters.delete(keyOf(source))) await write('\x1b[0m');
    },
    async close() {},
  };
}

interface Line {
  readonly type: string;
}

type SessionEnd = Pick<Extract<SessionEvent, { type: 'session.finished' }>, 'type' | 'status' | 'reason'>;

const CUT_OFF: SessionEnd = {
  type: 'session.finished',
  status: 'INTERRUPTED',
  reason: 'The process that ran it is gone.',
};

/**
 * One JSON event per line: those of the journal, and the output as `task.output`. As output has no number in the
 * journal, `seq` counts the lines. Where the session is over, the last line is `session.finished`.
 */
export function jsonPrinter(write: Write, sessionId: string): LogPrinter {
  const decoders = new Map<string, StringDecoder>();
  let seq = 0;
  let sessionEnd: SessionEnd | undefined;
  let lastType: string | undefined;
  const line = <Event extends Line>(event: Event) => {
    seq += 1;
    lastType = event.type;
    return write(`${JSON.stringify({ ...event, seq })}\n`);
  };
  const ownLine = <Body extends Line>(body: Body) =>
    line({ v: 1, seq, ts: new Date().toISOString(), sessionId, ...body });
  const output = async ({ taskId, attempt }: LogSource, text: string) => {
    if (text !== '') await ownLine({ type: 'task.output', taskId, attempt, text });
  };
  return {
    async bytes(source, bytes) {
      const decoder = decoders.get(keyOf(source)) ?? new StringDecoder('utf8');
      decoders.set(keyOf(source), decoder);
      await output(source, decoder.write(bytes));
    },
    async event(event) {
      if (event.type === 'session.finished') sessionEnd = endOf(event);
      if (event.type === 'session.resumed') sessionEnd = undefined;
      await line(event);
    },
    async endOf(source) {
      const rest = decoders.get(keyOf(source))?.end() ?? '';
      decoders.delete(keyOf(source));
      await output(source, rest);
    },
    async close(end) {
      const last = end === 'process-gone' ? CUT_OFF : sessionEnd;
      // An answer may have come after the session paused.
      if (last && lastType !== last.type) await ownLine(last);
    },
  };
}

function endOf({ type, status, reason }: SessionEnd): SessionEnd {
  return { type, status, reason };
}

function keyOf({ taskId, attempt }: LogSource): string {
  return `${attempt} ${taskId}`;
}
