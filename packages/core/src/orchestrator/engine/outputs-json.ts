import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const PIECE_BYTES = 256 * 1024;

/** The outputs of tasks as one JSON object, in pieces: together they may be longer than any text can be. */
export function* outputsJson(outputs: Iterable<readonly [id: string, file: string | null]>): Generator<string> {
  let separator = '{';
  for (const [id, file] of outputs) {
    yield `${separator}${JSON.stringify(id)}:"`;
    if (file !== null) for (const text of textOf(file)) yield JSON.stringify(text).slice(1, -1);
    yield '"';
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

/** Whole characters, also where a piece ends. */
function* textOf(file: string): Generator<string> {
  const decoder = new StringDecoder('utf8');
  const bytes = Buffer.allocUnsafe(PIECE_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (let size = readSync(descriptor, bytes); size > 0; size = readSync(descriptor, bytes))
      yield decoder.write(bytes.subarray(0, size));
    yield decoder.end();
  } finally {
    closeSync(descriptor);
  }
}
