import type { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import type { AdapterHost, IAgentAdapter } from '@agentflow/plugin-sdk';
import { AnsiCleaner } from '../output/ansi-cleaner.js';
import { LineSplitter } from '../output/line-splitter.js';
import type { OutputStream, RunnerEvents, RunnerOptions } from './runner.js';

/**
 * Passes what a process writes to those who want it: bytes as they are to every listener, text to
 * listeners of `data` and to the adapter. Text costs time, so none is made when nobody wants it.
 */
export class OutputRelay {
  readonly #events: EventEmitter<RunnerEvents>;
  readonly #adapter: IAgentAdapter | undefined;
  readonly #host: AdapterHost;
  readonly #streams = new Map<OutputStream, TextStream>();
  #ended = false;
  #adapterThrew = false;

  constructor(events: EventEmitter<RunnerEvents>, { adapter, host }: Pick<RunnerOptions, 'adapter' | 'host'>) {
    this.#events = events;
    this.#adapter = adapter;
    this.#host = host ?? DEAF_HOST;
  }

  take(bytes: Buffer, stream: OutputStream): void {
    this.#events.emit('bytes', bytes, stream);
    if (this.#ended || !this.#wantsText(stream)) return;
    const text = this.#textOf(stream);
    this.#pass(text, stream, text.decoder.write(bytes));
  }

  /** The process is over: gives out the last line and the rest of a cut character. Later bytes make no text. */
  end(): void {
    this.#ended = true;
    for (const [stream, text] of this.#streams) {
      this.#pass(text, stream, text.decoder.end());
      this.#passLines(text.splitter.end());
    }
    this.#streams.clear();
  }

  #wantsText(stream: OutputStream): boolean {
    return this.#wantsPieces() || (stream === 'stdout' && this.#adapter?.onLine !== undefined);
  }

  #wantsPieces(): boolean {
    return this.#adapter?.onOutput !== undefined || this.#events.listenerCount('data') > 0;
  }

  #textOf(stream: OutputStream): TextStream {
    let text = this.#streams.get(stream);
    if (!text) {
      text = {
        decoder: new StringDecoder('utf8'),
        cleaner: new AnsiCleaner(),
        splitter: new LineSplitter(LONGEST_LINE),
      };
      this.#streams.set(stream, text);
    }
    return text;
  }

  #pass(text: TextStream, stream: OutputStream, raw: string): void {
    if (raw === '') return;
    if (this.#wantsPieces()) {
      const output = { stream, raw, clean: text.cleaner.clean(raw) };
      this.#events.emit('data', output);
      this.#tellAdapter((adapter) => adapter.onOutput?.(output, this.#host));
    }
    if (stream === 'stdout' && this.#adapter?.onLine) this.#passLines(text.splitter.push(raw));
  }

  #passLines(lines: readonly string[]): void {
    for (const line of lines) this.#tellAdapter((adapter) => adapter.onLine?.(line, this.#host));
  }

  /** An adapter is somebody else's code: its mistake is reported and must not end the run. */
  #tellAdapter(call: (adapter: IAgentAdapter) => void): void {
    if (!this.#adapter) return;
    try {
      call(this.#adapter);
    } catch (error) {
      if (this.#adapterThrew) return;
      this.#adapterThrew = true;
      this.#events.emit('adapterError', error);
    }
  }
}

interface TextStream {
  readonly decoder: StringDecoder;
  readonly cleaner: AnsiCleaner;
  readonly splitter: LineSplitter;
}

/** An agent's line may hold a whole file or an image; beyond this it is cut. */
const LONGEST_LINE = 16 * 1024 * 1024;

const DEAF_HOST: AdapterHost = { emit() {}, needsInput() {}, working() {} };
