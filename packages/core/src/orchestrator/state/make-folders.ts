import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeError } from './state-error.js';

/**
 * Makes a folder, and those above it that are missing; `mode` is for the folder itself. One by one, because Node's
 * own recursion says that there is no such folder where the file system is read-only.
 */
export function makeFolders(path: string, mode?: number): void {
  if (isFolder(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isFolder(path)) throw writeError(path, error);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
