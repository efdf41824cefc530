const SEQUENCE =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
const COLOUR = /^\x1b\[[0-9;:]*m$/;
/** A sequence whose end is in the next piece of text. */
const UNFINISHED = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b\x9c]*\x1b?|[ -/]*)$/;
/** A sequence longer than this has lost its end; it must not swallow the rest. */
const LONGEST_SEQUENCE = 64 * 1024;

/** Lets a log through to a terminal, piece by piece: text and colours, but nothing else that a terminal acts on. */
export class TerminalFilter {
  #held = '';

  filter(piece: string): string {
    let text = this.#held + piece;
    const start = UNFINISHED.exec(text)?.index ?? text.length;
    this.#held = text.slice(start);
    text = text.slice(0, start);
    if (this.#held.length > LONGEST_SEQUENCE) {
      text += this.#held.slice(2);
      this.#held = '';
    }
    return text.replace(SEQUENCE, (sequence) => (COLOUR.test(sequence) ? sequence : ''));
  }
}
