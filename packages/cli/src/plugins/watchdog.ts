import { Worker } from 'node:worker_threads';

export interface WatchdogOptions {
  readonly limitMs: number;
  /** Written once the limit has passed, as the last thing of this process. */
  readonly lastWords: { readonly fd: 1 | 2; readonly text: string };
  readonly exitCode: number;
}

/**
 * Ends this process when code in it keeps the processor for too long: no timer of the same thread could. Nothing is
 * asked of the watching thread before that, so that a watch costs next to nothing.
 */
export class Watchdog {
  /** The number of the watch under way, or 0. */
  readonly #current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #count = 0;

  constructor(options: WatchdogOptions) {
    const workerData = { ...options, current: this.#current };
    const thread = new Worker(THREAD, { eval: true, execArgv: [], workerData });
    // Where no thread can be started nobody watches, which is no reason to fail.
    thread.on('error', () => {});
    thread.unref();
  }

  /** Begins a watch; gives back how to end it. */
  watch(): () => void {
    this.#count += 1;
    this.#set(this.#count);
    return () => this.#set(0);
  }

  #set(value: number): void {
    Atomics.store(this.#current, 0, value);
    Atomics.notify(this.#current, 0);
  }
}

/**
 * A thread can end its process only by a signal, which has no exit code. The inspector can interrupt the other thread
 * and make it exit; where even that fails, as in a call that waits for a program, a signal has to do. Standard error is
 * closed because the inspector would write to it.
 */
const THREAD = `
const { closeSync, writeSync } = require('node:fs');
const { current, limitMs, lastWords, exitCode } = require('node:worker_threads').workerData;
for (let watched = 0; watched === 0 || Atomics.wait(current, 0, watched, limitMs) !== 'timed-out'; ) {
  Atomics.wait(current, 0, 0);
  watched = Atomics.load(current, 0);
}
try { writeSync(lastWords.fd, lastWords.text); } catch {}
try { closeSync(2); } catch {}
setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000);
const { Session } = require('node:inspector');
const session = new Session();
session.connectToMainThread();
session.post('Runtime.evaluate', { expression: 'process.reallyExit(' + exitCode + ')' });
`;
