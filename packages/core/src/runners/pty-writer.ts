import { writeSync } from 'node:fs';

/**
 * Writes input to a terminal's non-blocking master side, in order and whole. When the process does not
 * read, the terminal takes no more for the moment; this waits without blocking, because the process may
 * itself be waiting for its output to be read.
 */
export class PtyWriter {
  readonly #fd: number;
  readonly #queue: Input[] = [];
  #timer: NodeJS.Timeout | null = null;
  #pause = FIRST_PAUSE_MS;
  #closed = false;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(text: string): Promise<void> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes: Buffer.from(text), written: 0, resolve, reject });
      if (!this.#timer) this.#flush();
    });
  }

  /** Nothing more can be written: the descriptor may soon belong to something else. */
  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const input of this.#queue.splice(0)) input.reject(closedError());
  }

  #flush(): void {
    this.#timer = null;
    for (let input = this.#queue[0]; input; input = this.#queue[0]) {
      const problem = this.#writeSome(input);
      if (problem === 'EAGAIN') return this.#wait();
      if (problem) return this.close();
      if (input.written < input.bytes.length) continue;
      this.#queue.shift();
      input.resolve();
    }
  }

  #writeSome(input: Input): string | null {
    try {
      const count = writeSync(this.#fd, input.bytes, input.written);
      input.written += count;
      if (count > 0) this.#pause = FIRST_PAUSE_MS;
      return count > 0 || input.bytes.length === 0 ? null : 'EAGAIN';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'unknown';
    }
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#flush(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }
}

interface Input {
  readonly bytes: Buffer;
  written: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 20;

function closedError(): Error {
  return new Error('The terminal of this process is closed.');
}
