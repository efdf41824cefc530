import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Ending = (typeof SIGNALS)[number];

/** Somebody ended the command before it changed anything, or anything more. */
export class Interrupted extends CliError {
  readonly #signal: Ending;

  constructor(signal: Ending, rest = 'nothing was changed') {
    super(`Ended by ${signal}; ${rest}.`, { code: 'interrupted', exitCode: EXIT_CODES[signal] });
    this.#signal = signal;
  }

  /** The same for a command that had changed something before. */
  later(): Interrupted {
    return new Interrupted(this.#signal, 'what was not done yet is as it was');
  }
}

/**
 * Runs what signals end by an abort, so that it can put away what it began; the reason of the abort is the error that
 * tells so. What cannot be undone has to be done at once, in one turn.
 */
export async function interruptible<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const end = (signal: Ending) => controller.abort(new Interrupted(signal));
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    return await run(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

/** What a promise gives, unless the signal is aborted before. */
export async function unlessAborted<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  let listener = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    listener = () => reject(signal.reason);
    signal.addEventListener('abort', listener);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', listener);
  }
}
