import { closeSync, openSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** The name of a socket may have 107 bytes; the path of a project may be longer. */
const LONGEST_NAME = 100;

/** A name by which a socket can be opened however long its path is; call `release` when that is done. */
export function socketName(path: string): { readonly name: string; release(): void } {
  if (Buffer.byteLength(path) <= LONGEST_NAME) return { name: path, release: () => undefined };
  const folder = openSync(dirname(path), 'r');
  return { name: `/proc/self/fd/${folder}/${basename(path)}`, release: () => closeSync(folder) };
}
