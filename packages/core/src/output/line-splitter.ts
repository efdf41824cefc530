/**
 * Cuts a stream of text into lines without their line breaks (`\n` or `\r\n`). What goes beyond
 * `maxLength` in a line is dropped, so that memory stays bounded whatever a process prints.
 */
export class LineSplitter {
  readonly #maxLength: number;
  /** The unfinished line in pieces: joined once, when its end is there. */
  #pieces: string[] = [];
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** The lines that this text completes. */
  push(text: string): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#add(text.slice(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    this.#add(text.slice(start));
    return lines;
  }

  /** The last line, if the text did not end with a line break. */
  end(): string[] {
    return this.#pieces.length > 0 ? [this.#take()] : [];
  }

  #add(piece: string): void {
    const room = this.#maxLength + 1 - this.#length; // one more for a `\r` that will be cut off
    if (piece === '' || room <= 0) return;
    const kept = piece.length > room ? piece.slice(0, room) : piece;
    this.#pieces.push(kept);
    this.#length += kept.length;
  }

  #take(): string {
    const line = this.#pieces.length === 1 ? (this.#pieces[0] as string) : this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
    return whole.length > this.#maxLength ? whole.slice(0, this.#maxLength) : whole;
  }
}
