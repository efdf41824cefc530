import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { StateError, type StateErrorCode } from '@agentflow/core';

const CHUNK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const UNREADABLE: StateErrorCode = 'state-read';

/** The bytes of a file from an offset up to an end, or to its present one. A chunk is valid until the next is asked for. */
export async function* readBytes(path: string, from: number, end?: number): AsyncGenerator<Buffer> {
  const file = await openFile(path);
  if (!file) return;
  try {
    const size = Math.min((await file.stat()).size, end ?? Number.POSITIVE_INFINITY);
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(CHUNK_BYTES, size - from)));
    for (let offset = from; offset < size; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - offset), offset);
      if (bytesRead === 0) return;
      offset += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Where the last `lines` lines of a file begin. */
export async function tailOffset(path: string, lines: number): Promise<number> {
  const file = await openFile(path);
  if (!file) return 0;
  try {
    const { size } = await file.stat();
    if (lines === 0) return size;
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size));
    // A line break at the very end ends the last line and begins none.
    let missing = lines;
    let end = size;
    let before = size - 1;
    while (end > 0) {
      const start = Math.max(0, end - buffer.length);
      const { bytesRead } = await file.read(buffer, 0, end - start, start);
      for (let at = Math.min(bytesRead, before - start) - 1; at >= 0; at--)
        if (buffer[at] === NEWLINE && --missing === 0) return start + at + 1;
      before = end = start;
    }
    return 0;
  } finally {
    await file.close();
  }
}

/** Its size in bytes; null when there is no such file. */
export async function fileSize(path: string): Promise<number | null> {
  const file = await openFile(path);
  if (!file) return null;
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Undefined when there is no such file. A link is not followed: a log is nowhere but in its session. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const reason = code === 'EACCES' ? 'permission denied' : code === 'ELOOP' ? 'it is a link' : code;
    throw new StateError(`Cannot read ${path}: ${reason}.`, { code: UNREADABLE, path, cause: error });
  }
}
