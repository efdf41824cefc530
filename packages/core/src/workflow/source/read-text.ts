import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Diagnostic } from '@agentflow/plugin-sdk';
import type { DiagnosticCode } from '../diagnostic-codes.js';

const MAX_FILE_BYTES = 10_000_000;
const PIECE_BYTES = 2 ** 20;

export type TextResult =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly diagnostic: Diagnostic;
      /** As much of the file as can be shown: what is no text is U+FFFD. Empty where nothing was read. */
      readonly text: string;
    };

/** Reads a workflow file as UTF-8 text, or says why that is not possible. `label` is the name shown to the user. */
export async function readText(file: string, label: string): Promise<TextResult> {
  try {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) return refuse(label, 'file-too-large', tooLarge(size), { hint: TOO_LARGE_HINT });
    const bytes = await readLimited(file);
    if (bytes.byteLength > MAX_FILE_BYTES)
      return refuse(label, 'file-too-large', ENDLESS_MESSAGE, { hint: 'Look at its name: this may be a device.' });
    return decodeText(bytes, label);
  } catch (error) {
    const { message, hint } = reasonOf(error as NodeJS.ErrnoException);
    return refuse(label, 'file-unreadable', message, { hint });
  }
}

/** A device or a pipe has no size that could be asked for, and may never end: no more is read than shows this. */
async function readLimited(file: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of createReadStream(file, { end: MAX_FILE_BYTES, highWaterMark: PIECE_BYTES }))
    pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

/** Decodes bytes as UTF-8 (a byte order mark is dropped) and refuses what no YAML may hold. */
export function decodeText(bytes: Uint8Array, label: string): TextResult {
  if (bytes.byteLength > MAX_FILE_BYTES)
    return refuse(label, 'file-too-large', tooLarge(bytes.byteLength), { hint: TOO_LARGE_HINT });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
    if (!control) return { ok: true, text };
    const code = control[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
    return refuse(label, 'file-encoding', `The control character U+${code} is not allowed in YAML.`, {
      before: text.slice(0, control.index),
      text,
      hint: 'Take it out.',
    });
  } catch {
    return refuse(label, 'file-encoding', 'The file is not valid UTF-8.', {
      before: validPrefix(bytes),
      text: new TextDecoder().decode(bytes),
      hint: 'Save it with the encoding UTF-8.',
    });
  }
}

const ENDLESS_MESSAGE = `The file has more than ${MAX_FILE_BYTES / 1_000_000} MB, which is the most a workflow may have.`;
const TOO_LARGE_HINT = 'Put long texts into command files or scripts.';

function refuse(
  file: string,
  code: DiagnosticCode,
  message: string,
  { before = '', text = '', hint }: { before?: string; text?: string; hint: string },
) {
  const lines = before.split('\n');
  const diagnostic: Diagnostic = {
    code,
    severity: 'error',
    message,
    hint,
    file,
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
    length: 1,
  };
  return { ok: false as const, diagnostic, text };
}

function tooLarge(size: number): string {
  return `The file has ${(size / 1_000_000).toFixed(1)} MB; a workflow may have at most ${MAX_FILE_BYTES / 1_000_000} MB.`;
}

function reasonOf(error: NodeJS.ErrnoException): { message: string; hint: string } {
  if (error.code === 'ENOENT') return { message: 'There is no such file.', hint: 'Look at its name and folder.' };
  if (error.code === 'EISDIR')
    return { message: 'This is a folder, not a file.', hint: 'Name one of the files in it.' };
  if (error.code === 'EACCES')
    return { message: 'Reading this file is not permitted.', hint: 'Change its permissions.' };
  return { message: `The file cannot be read: ${error.message}`, hint: 'Look at its name and folder.' };
}

function validPrefix(bytes: Uint8Array): string {
  let [low, high] = [0, bytes.byteLength];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isValid(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  return new TextDecoder().decode(bytes.subarray(0, low), { stream: true });
}

/** A sequence cut at the very end does not count against a prefix. */
function isValid(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
