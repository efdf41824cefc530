import { StringDecoder } from 'node:string_decoder';
import type { Paint, SessionEvent } from '@agentflow/core';
import { TerminalFilter } from './terminal-filter.js';

/** One attempt of a task. */
export interface LogSource {
  readonly taskId: string;
  readonly attempt: number;
}

/** Shows logs; told of everything in its order. */
export interface LogPrinter {
  /** The bytes are valid only until it resolves. */
  bytes(source: LogSource, bytes: Buffer): Promise<void>;
  event(event: SessionEvent): Promise<void>;
  /** Nothing more comes from this attempt. */
  endOf(source: LogSource): Promise<void>;
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
  };
}

/** One JSON event per line: those of the journal, and the output as `task.output`. */
export function jsonPrinter(write: Write, sessionId: string): LogPrinter {
  const decoders = new Map<string, StringDecoder>();
  const line = (value: unknown) => write(`${JSON.stringify(value)}\n`);
  const output = async ({ taskId, attempt }: LogSource, text: string) => {
    if (text === '') return;
    await line({ v: 1, ts: new Date().toISOString(), sessionId, type: 'task.output', taskId, attempt, text });
  };
  return {
    async bytes(source, bytes) {
      const decoder = decoders.get(keyOf(source)) ?? new StringDecoder('utf8');
      decoders.set(keyOf(source), decoder);
      await output(source, decoder.write(bytes));
    },
    event: line,
    async endOf(source) {
      const rest = decoders.get(keyOf(source))?.end() ?? '';
      decoders.delete(keyOf(source));
      await output(source, rest);
    },
  };
}

function keyOf({ taskId, attempt }: LogSource): string {
  return `${attempt} ${taskId}`;
}
