import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What is wrong with an element of `deps`, if anything: it must not be taken for an option. */
export function specProblem(spec: string): string | undefined {
  if (spec.trim() === '') return 'A dependency is blank.';
  if (/[\0-\x1f\x7f]/.test(spec)) return `The dependency ${JSON.stringify(spec)} holds a control character.`;
  if (/^[\s-]|\s$/.test(spec)) return `The dependency ${JSON.stringify(spec)} begins with "-" or has blanks around it.`;
  return undefined;
}

/** `./tiny.tgz`, `file:../tiny`, `/tiny`, also behind `name@`. */
const LOCAL = /^((?:@[^/@\s]+\/)?[^/@:\s.][^/@:\s]*@)?(?:file:(.+)|(\.{0,2}\/.*))$/;

/** A spec that means the same in every folder: a path in it is relative to the task's. */
export function absoluteSpec(spec: string, cwd: string): string {
  const local = LOCAL.exec(spec);
  if (!local) return spec;
  const [, name = '', url, path] = local;
  return `${name}file:${resolve(cwd, url ?? path ?? '')}`;
}

/** Changes with the content of a local package; null for a package of a registry. */
export function localContent(absoluteSpec: string): string | null {
  const path = LOCAL.exec(absoluteSpec)?.[2];
  if (path === undefined) return null;
  const hash = createHash('sha256');
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return hash.update(readIfThere(path)).digest('hex');
  for (const file of filesIn(path)) hash.update(`${file}\0`).update(readIfThere(file));
  return hash.digest('hex');
}

/** A package that is not there is the installer's to report. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function filesIn(folder: string): string[] {
  const entries: Dirent[] = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter(({ name }) => name !== 'node_modules' && name !== '.git')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}
