import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface Tail {
  readonly text: string;
  /** How many bytes stand before it. */
  readonly left: number;
}

/** The end of a log; undefined when there is none, because the task printed nothing. */
export function readTail(file: string, mostBytes: number): Tail | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, mostBytes));
    const left = size - bytes.length;
    readSync(descriptor, bytes, 0, bytes.length, left);
    return { text: bytes.toString('utf8'), left };
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
