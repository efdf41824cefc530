import { StringDecoder } from 'node:string_decoder';
import { readBytes } from './log-bytes.js';
import type { LogSource, Write } from './log-printers.js';

export interface StoredLog extends LogSource {
  readonly path: string;
  readonly bytes: number;
  /** Where to begin. */
  readonly offset: number;
}

/** One JSON document with all logs, written piece by piece: a log may be larger than any text in memory can be. */
export async function writeLogDocument(write: Write, sessionId: string, logs: readonly StoredLog[]): Promise<void> {
  await write(`{"sessionId":${JSON.stringify(sessionId)},"logs":[`);
  for (const [index, { taskId, attempt, path, bytes, offset }] of logs.entries()) {
    const head = JSON.stringify({ taskId, attempt, path, bytes });
    await write(`${index === 0 ? '' : ','}${head.slice(0, -1)},"text":"`);
    const decoder = new StringDecoder('utf8');
    for await (const chunk of readBytes(path, offset)) await write(escaped(decoder.write(chunk)));
    await write(`${escaped(decoder.end())}"}`);
  }
  await write(']}\n');
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
