import { asksForJson } from '../asks-for-json.js';
import { divertStdout } from '../divert-stdout.js';
import { errorDocument, formatError } from '../print-error.js';
import { wantsColor } from '../wants-color.js';
import { guardExit } from './late-faults.js';
import { inSeconds, loadLimitMs, tooSlow, within } from './load-limit.js';
import { noteLoaded } from './loaded-plugins.js';
import type { FoundPlugin } from './plugin.js';
import { brokenPlugin, PluginError } from './plugin-error.js';
import { Watchdog, type WatchdogOptions } from './watchdog.js';

/** A timer of this thread, which ends only what was asked for, speaks before the watchdog, which ends the process. */
const ADVANCE_MS = 1000;

/** The code of one plugin in this process. Whatever it does when it is called: the end is a value or a `PluginError`. */
export class PluginCode {
  readonly #plugin: FoundPlugin;
  readonly #limitMs = loadLimitMs();
  readonly #watchdog: Watchdog;
  /** Why it is waited for no more. */
  #silence: PluginError | undefined;

  constructor(plugin: FoundPlugin, folder: string) {
    this.#plugin = plugin;
    noteLoaded(plugin, folder);
    guardExit();
    const error = brokenPlugin(plugin, `it did not give the processor back within ${inSeconds(this.#limitMs)}`);
    const { exitCode } = error;
    this.#watchdog = new Watchdog({ limitMs: this.#limitMs + ADVANCE_MS, lastWords: lastWords(error), exitCode });
  }

  /** Brings it in. Meanwhile it cannot write to stdout, which is for data. */
  async load<Result>(run: () => Promise<Result>): Promise<Result> {
    const endWatch = this.#watchdog.watch();
    try {
      return await divertStdout(() => within(this.#limitMs, run(), () => new Error(tooSlow())));
    } catch (error) {
      throw this.#fault(error);
    } finally {
      endWatch();
    }
  }

  /** Calls a part of it, such as `its schema`. */
  call<Result>(part: string, run: () => Result): Result {
    try {
      return this.watch(run);
    } catch (error) {
      throw this.#fault(error, part);
    }
  }

  /** Calls a part of it whose errors are answers. */
  watch<Result>(run: () => Result): Result {
    const endWatch = this.#watchdog.watch();
    try {
      return run();
    } finally {
      endWatch();
    }
  }

  /** Waits for what a part of it promised. Once that did not come in time, nothing is waited for any more. */
  async settle<Result>(part: string, promise: PromiseLike<Result>): Promise<Result> {
    if (this.#silence) throw this.#silence;
    try {
      return await within(this.#limitMs, promise, () => {
        this.#silence = brokenPlugin(this.#plugin, `${part} did not answer within ${inSeconds(this.#limitMs)}`);
        return this.#silence;
      });
    } catch (error) {
      throw this.#fault(error, part);
    }
  }

  #fault(error: unknown, part?: string): PluginError {
    if (error instanceof PluginError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return brokenPlugin(this.#plugin, part === undefined ? reason : `${part} failed: ${reason}`);
  }
}

/** An error as every command shows it, for who cannot ask this thread any more. */
function lastWords(error: PluginError): WatchdogOptions['lastWords'] {
  if (asksForJson(process.argv)) return { fd: 1, text: `${JSON.stringify(errorDocument(error))}\n` };
  return { fd: 2, text: formatError(error, wantsColor(process.stderr)) };
}
