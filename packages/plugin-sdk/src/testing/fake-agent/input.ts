/** The lines that arrive on stdin. Nothing is read before the first line is asked for. */
export class Input {
  readonly #lines: string[] = [];
  readonly #waiting: ((line: string | undefined) => void)[] = [];
  #partial = '';
  #isOpen = false;
  #hasEnded = false;
  #listener: (line: string) => void = () => {};
  #onEnd: () => void = () => {};

  /** The next line without its line break; undefined at the end of input. */
  nextLine(): Promise<string | undefined> {
    this.#open();
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#hasEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Tells every line, or in raw mode every piece, besides handing it to whoever waits. */
  listen(onInput: (text: string) => void, onEnd: () => void): void {
    this.#listener = onInput;
    this.#onEnd = onEnd;
    this.#open();
  }

  /** Keys arrive as they are pressed. */
  setRaw(): void {
    if (process.stdin.isTTY) process.stdin.setRawMode(true);
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (text: string) => this.#receive(text));
    process.stdin.once('end', () => this.#end());
    // A terminal that is torn down reads as an error.
    process.stdin.once('error', () => this.#end());
  }

  #receive(text: string): void {
    if (process.stdin.isRaw) return this.#deliver(text);
    const lines = (this.#partial + text).split(/\r?\n/);
    this.#partial = lines.pop() ?? '';
    for (const line of lines) this.#deliver(line);
  }

  #deliver(line: string): void {
    this.#listener(line);
    const waiting = this.#waiting.shift();
    if (waiting) waiting(line);
    else this.#lines.push(line);
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#partial !== '') this.#deliver(this.#partial);
    for (const waiting of this.#waiting.splice(0)) waiting(undefined);
    this.#onEnd();
  }
}
