import xterm from '@xterm/headless';
import { drawScreen } from './draw-screen.js';

const SCROLLBACK = 5000;

/** A terminal without a window: what a person would see of an agent's output. */
export class Screen {
  readonly #terminal: xterm.Terminal;

  constructor({ columns, rows }: { columns: number; rows: number }) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback: SCROLLBACK, allowProposedApi: true });
  }

  write(bytes: Uint8Array): void {
    this.#terminal.write(bytes);
  }

  resize({ columns, rows }: { columns: number; rows: number }): void {
    this.#terminal.resize(columns, rows);
  }

  /** Resolves when everything written is on the screen. */
  drawn(): Promise<void> {
    return new Promise((resolve) => this.#terminal.write('', resolve));
  }

  /** Calls back with what draws the screen of what is written so far, and nothing that is written later. */
  whenDrawn(callback: (drawing: string) => void): void {
    this.#terminal.write('', () => callback(drawScreen(this.#terminal)));
  }

  /** What a real terminal would answer to the program. */
  onReply(listener: (text: string) => void): void {
    this.#terminal.onData(listener);
  }

  /** How many rows of the visible screen hold something. */
  get usedRows(): number {
    const { active } = this.#terminal.buffer;
    let rows = this.#terminal.rows;
    while (rows > 0 && !active.getLine(active.baseY + rows - 1)?.translateToString(true)) rows--;
    return Math.max(rows, active.cursorY + (active.cursorX > 0 ? 1 : 0));
  }

  /** The last lines that hold something, without the blanks at their ends. */
  lastLines(count: number): string {
    const { active } = this.#terminal.buffer;
    const lines: string[] = [];
    for (let row = active.length - 1; row >= 0 && lines.length < count; row--) {
      const line = active.getLine(row)?.translateToString(true) ?? '';
      if (line !== '' || lines.length > 0) lines.unshift(line);
    }
    return lines.join('\n');
  }

  /** Everything that is left of the session on the screen and above it. */
  text(): string {
    return this.lastLines(this.#terminal.buffer.active.length).replace(/^\n+/, '');
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}
