import { cursorTo } from './sequences.js';

/** A program changes to another screen, or empties the one it has. */
const EMPTIED = /\x1b\[\?(?:1049|1047|47)h|\x1b\[2J|\x1b\[H\x1b\[0?J|\x1bc/g;
const LONGEST_SEQUENCE = 8;

/** Words in the last row of a program's screen, until the program needs the row. */
export class HintRow {
  readonly #words: () => { readonly text: string; readonly row: number };
  #end = '';
  #isWanted = true;

  constructor(words: () => { readonly text: string; readonly row: number }) {
    this.#words = words;
  }

  /** What draws it; the cursor stays where it is. */
  get drawing(): string {
    const { text, row } = this.#words();
    return `\x1b7${cursorTo(row)}\x1b[0;7m${text}\x1b[0m\x1b8`;
  }

  /** Whoever types has seen it, or knows. */
  forget(): void {
    this.#isWanted = false;
  }

  /** The bytes of the program, and wherever it begins with an empty screen the words in it. */
  within(bytes: Uint8Array): Uint8Array {
    if (!this.#isWanted) return bytes;
    const own = Buffer.from(bytes);
    const [before, text] = [this.#end, own.toString('latin1')];
    this.#end = `${before}${text}`.slice(-LONGEST_SEQUENCE);
    const ends = Array.from(`${before}${text}`.matchAll(EMPTIED), ({ 0: { length }, index }) => index + length);
    const places = ends.map((end) => end - before.length).filter((place) => place > 0);
    const starts = [0, ...places];
    const drawing = Buffer.from(this.drawing);
    return Buffer.concat(
      starts.flatMap((start, index) => [...(index > 0 ? [drawing] : []), own.subarray(start, starts[index + 1])]),
    );
  }
}
