import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Changes when another version of a program is installed; null when it is not on the PATH. The file says it as well
 * as `--version` would, without a process for every script.
 */
export function programIdentity(name: string, path: string): string | null {
  for (const folder of path.split(delimiter)) {
    try {
      const file = join(folder, name);
      accessSync(file, constants.X_OK);
      const { size, mtimeMs } = statSync(file);
      return `${realpathSync(file)} ${size} ${mtimeMs}`;
    } catch {
      // not in this folder
    }
  }
  return null;
}
