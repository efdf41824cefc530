import { shellWord } from './text-layout.js';

/**
 * What stands behind a command about a session, so that it works where it is pasted: nothing in the session's project
 * itself, elsewhere ` --cwd FOLDER`.
 */
export function projectFlag(folder: string): string {
  return folder === process.cwd() ? '' : ` --cwd ${shellWord(folder)}`;
}
