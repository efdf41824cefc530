/** Collects a text up to a limit; of a longer one the beginning is lost, and said to be. */
export class TextTail {
  readonly #chunks: Buffer[] = [];
  readonly #limit: number;
  #size = 0;
  #lost = 0;

  constructor(limit = 64 * 1024 * 1024) {
    this.#limit = limit;
  }

  write(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#size += bytes.length;
    while (this.#size > this.#limit && this.#chunks.length > 1) {
      const first = this.#chunks.shift() as Buffer;
      this.#size -= first.length;
      this.#lost += first.length;
    }
  }

  text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    return this.#lost === 0 ? text : `[${this.#lost} bytes left out]\n${text}`;
  }
}
