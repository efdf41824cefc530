import { textWidth } from '@agentflow/core';

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const ERASE_BELOW = '\x1b[J';
/** The terminal shows what lies between them at once, if it can: nothing flickers. */
const BEGIN_UPDATE = '\x1b[?2026h';
const END_UPDATE = '\x1b[?2026l';

/** The terminal that lines are drawn on. */
export interface Display {
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
}

/** Lines at the end of the terminal's text that are drawn again and again in the same place. */
export class LiveArea {
  readonly #display: Display;
  #drawn: readonly string[] = [];
  #columns = 0;

  constructor(display: Display) {
    this.#display = display;
  }

  draw(lines: readonly string[]): void {
    const { columns } = this.#display;
    const before = this.#drawn;
    if (columns === this.#columns && same(lines, before)) return;
    const isNew = before.length === 0;
    // A terminal that became narrower has broken the lines anew: where they are now, only a clean start knows.
    const isResized = this.#columns !== columns && !isNew;
    const start = isResized ? `${this.#rewind(before, columns)}${ERASE_BELOW}` : up(before.length);
    const body = lines.map((line) => `${line}\x1b[K\r\n`).join('');
    this.#display.write(`${BEGIN_UPDATE}${isNew ? HIDE_CURSOR : ''}${start}${body}${ERASE_BELOW}${END_UPDATE}`);
    this.#drawn = lines;
    this.#columns = columns;
  }

  /** Writes text that stays, above the lines. */
  print(text: string): void {
    const lines = this.#drawn;
    this.clear();
    this.#display.write(text.endsWith('\n') ? text : `${text}\n`);
    if (lines.length > 0) this.draw(lines);
  }

  /** Takes the lines away. */
  clear(): void {
    if (this.#drawn.length === 0) return;
    this.#display.write(`${this.#rewind(this.#drawn, this.#display.columns)}${ERASE_BELOW}${SHOW_CURSOR}`);
    this.#drawn = [];
  }

  /** Leaves the lines where they are. */
  keep(): void {
    if (this.#drawn.length > 0) this.#display.write(SHOW_CURSOR);
    this.#drawn = [];
  }

  #rewind(lines: readonly string[], columns: number): string {
    return up(Math.min(rowsOf(lines, columns), this.#display.rows - 1));
  }
}

/** How many rows lines take on a terminal, which breaks those that are too long. */
export function rowsOf(lines: readonly string[], columns: number): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / Math.max(1, columns))), 0);
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A\r` : '\r';
}

function same(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}
