import { relative } from 'node:path';

/** A path as a person in that folder would type it. */
export function shortPath(folder: string, file: string): string {
  const short = relative(folder, file);
  return short === '' || short.startsWith('..') ? file : short;
}
