import { isAbsolute, relative, resolve } from 'node:path';

/** Whether a path stays inside the working folder: a prompt may come from anywhere. */
export function isInWorkingFolder(path: string): boolean {
  const inside = relative(process.cwd(), resolve(path));
  return inside !== '' && inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside);
}
