import type { ReadStream, WriteStream } from 'node:tty';
import type { Display } from '../renderers/tty/live-area.js';
import { cursorTo, RESET_TERMINAL } from './sequences.js';
import { TerminalGuard } from './terminal-guard.js';

const USUAL_SIZE = { columns: 80, rows: 24 };

type Input = ReadStream & { readonly fd: number };
type Output = NodeJS.WriteStream & Partial<Pick<WriteStream, 'columns' | 'rows'>>;

/** The person's terminal: keys in, drawing out. Whatever happens to this process, it is left as it was found. */
export class Terminal implements Display {
  readonly input: Input;
  readonly #output: Output;
  #keys: ((keys: Buffer) => void) | undefined;
  #isClaimed = false;
  #isKept = false;
  #isForeign = false;
  #guard: TerminalGuard | undefined;

  constructor({ input, output }: { input: Input; output: Output }) {
    this.input = input;
    this.#output = output;
  }

  get columns(): number {
    return this.#output.columns || USUAL_SIZE.columns;
  }

  get rows(): number {
    return this.#output.rows || USUAL_SIZE.rows;
  }

  get size() {
    return { columns: this.columns, rows: this.rows };
  }

  /** Whether a program drew here that may have left the terminal in any state. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  set isForeign(isForeign: boolean) {
    this.#isForeign = isForeign;
    this.#tellGuard();
  }

  write(data: string | Uint8Array): void {
    this.#output.write(data);
  }

  /** Moves what stood here before us up and out of sight, before the screen is cleared for the first time. */
  keepScreen(): void {
    if (!this.#isKept) this.write(`${cursorTo(this.rows)}${'\n'.repeat(this.rows)}`);
    this.#isKept = true;
  }

  /** Does what takes time before keys can be taken: what is pressed from the first sight on must not get lost. */
  prepare(): void {
    this.#prepared();
  }

  /** Takes every key until `release`; no key ends this process, or is written to the screen, by itself. */
  claim(keys: (keys: Buffer) => void): void {
    this.#keys = keys;
    this.input.on('data', this.#take);
    const guard = this.#prepared();
    this.#setRaw(true);
    guard.start();
    this.input.resume();
    if (this.#isClaimed) return;
    this.#isClaimed = true;
    this.#tellGuard();
    process.on('exit', this.#restore);
    process.on('uncaughtExceptionMonitor', this.#restore);
  }

  /** Gives the keys back. */
  release(): void {
    this.input.off('data', this.#take);
    this.#keys = undefined;
    this.input.pause();
    this.#setRaw(false);
    if (!this.#isClaimed) return;
    this.#isClaimed = false;
    this.#tellGuard();
    process.off('exit', this.#restore);
    process.off('uncaughtExceptionMonitor', this.#restore);
  }

  /** Returns the function that ends it. */
  onResize(listener: () => void): () => void {
    this.#output.on('resize', listener);
    return () => void this.#output.off('resize', listener);
  }

  readonly #take = (keys: Buffer) => this.#keys?.(keys);

  readonly #restore = () => {
    this.#setRaw(false);
    // What is said next stands below what was drawn.
    this.write(this.isForeign ? `${RESET_TERMINAL}${cursorTo(this.rows)}\r\n` : '\x1b[?25h');
    this.#isClaimed = false;
    this.isForeign = false;
  };

  #prepared(): TerminalGuard {
    this.#guard ??= new TerminalGuard(this.input.fd);
    return this.#guard;
  }

  #tellGuard(): void {
    this.#guard?.tell(this.#isClaimed ? (this.#isForeign ? 'foreign' : 'own') : 'nothing');
  }

  #setRaw(isRaw: boolean): void {
    try {
      this.input.setRawMode(isRaw);
    } catch {
      // The terminal is gone; there is nothing to restore.
    }
  }
}
