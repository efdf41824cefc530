import type { Interface } from 'node:readline/promises';
import { rowsOf } from '../renderers/tty/live-area.js';
import type { Terminal } from './terminal.js';

/** A question on the terminal with the prompt below it, which can be taken away again. */
export class ShownQuestion {
  readonly #terminal: Terminal;
  #text = '';
  #typed = '';
  #prompt: Interface | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  write(text: string): void {
    this.#text += text;
    this.#terminal.write(text);
  }

  isFollowedBy(prompt: Interface | undefined): void {
    this.#prompt = prompt;
  }

  /** To be called before the prompt ends, which then forgets what was typed. */
  remember(): void {
    this.#typed = `${this.#prompt?.getPrompt() ?? ''}${this.#prompt?.line ?? ''}`;
  }

  /** Of a prompt that has ended: readline leaves the cursor in the row below. What is above the screen stays. */
  erase(): void {
    const { columns, rows } = this.#terminal;
    const up = rowsOf([...this.#text.split('\n').slice(0, -1), this.#typed], columns);
    if (up < rows) this.#terminal.write(`\x1b[${up}A\r\x1b[J`);
  }
}
