import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, readError, writeError } from './state-error.js';

/**
 * Values whose secrets are hidden wherever a session is stored or shown, as they really are: a session that goes on
 * must give its tasks what it was given, not `***`. Files for the owner only, named by what is shown in their place.
 */
export class HiddenValues {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Keeps the real value of what is shown; nothing when nothing is hidden. */
  keep(owner: string, shown: unknown, real: unknown): void {
    const text = JSON.stringify(real);
    if (text === undefined || JSON.stringify(shown) === text) return;
    const path = this.#path(owner, shown);
    try {
      mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
      writeFileSync(`${path}.tmp`, text, { mode: 0o600 });
      renameSync(`${path}.tmp`, path);
    } catch (error) {
      throw writeError(path, error);
    }
  }

  /** The real value of what is shown. */
  reveal<Value>(owner: string, shown: Value): Value {
    if (shown === undefined) return shown;
    const path = this.#path(owner, shown);
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Value;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return shown;
      throw readError(path, error);
    }
  }

  #path(owner: string, shown: unknown): string {
    const name = createHash('sha256')
      .update(JSON.stringify([owner, shown]))
      .digest('hex');
    return join(this.#dir, `${name.slice(0, 32)}.json`);
  }
}
