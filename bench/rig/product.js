// Where the measured product and the libraries it uses lie.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const BIN = join(ROOT, 'packages/cli/bin/run.js');

/** The file that a package of ours gets when it imports a library, so that both sides of a ratio use the same one. */
export function libraryOf(name, library) {
  return createRequire(join(ROOT, 'packages', name, 'package.json')).resolve(library);
}
