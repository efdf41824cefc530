import { statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { readTail } from '../read-tail.js';

const TAIL_BYTES = 2048;

/** Reads the last lines of logs, which hold no secrets; a log that has not grown is not read again. */
export class LastLines {
  readonly #known = new Map<string, { readonly size: number; readonly line: string }>();

  of(file: string): string {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const known = this.#known.get(file);
    if (known?.size === size) return known.line;
    const line = lastLineOf(readTail(file, TAIL_BYTES)?.text ?? '');
    this.#known.set(file, { size, line });
    return line;
  }

  /** Forgets the logs of tasks that are over. */
  forget(): void {
    this.#known.clear();
  }
}

/** The last line with something in it; of one that was printed over itself, what was printed last. */
function lastLineOf(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n');
  const line = lines.findLast((each) => each.trim() !== '') ?? '';
  return (
    line
      .split('\r')
      .findLast((part) => part.trim() !== '')
      ?.trim() ?? ''
  );
}
