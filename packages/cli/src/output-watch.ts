import { isatty } from 'node:tty';

const STREAMS = [process.stdout, process.stderr];

/** Keeps stdout and stderr from breaking a command: a reader that left (`| head -1`), a terminal that closed. */
export class OutputWatch {
  /** As it was at the start: a terminal that closed is none any more. */
  readonly hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
  readonly #streamErrors = new WeakSet<Error>();
  readonly #onUncaught: (error: Error) => void;
  #outputError: Error | undefined;

  constructor(onCrash: (error: Error) => void) {
    for (const stream of STREAMS) stream.on('error', (error) => this.#onStreamError(error));
    // oclif throws every error of stdout again but EPIPE.
    this.#onUncaught = (error) => {
      if (!this.#streamErrors.has(error)) onCrash(error);
    };
    process.on('uncaughtException', this.#onUncaught);
  }

  stopCatching(): void {
    process.off('uncaughtException', this.#onUncaught);
  }

  /** Waits until all is written, and gives the error that kept something from it. */
  async drain(): Promise<Error | undefined> {
    await Promise.all(STREAMS.map((stream) => new Promise((resolve) => stream.write('', resolve))));
    return this.#outputError;
  }

  #onStreamError(error: NodeJS.ErrnoException): void {
    this.#streamErrors.add(error);
    if (error.code !== 'EPIPE' && error.code !== 'EIO') this.#outputError ??= error;
  }
}
