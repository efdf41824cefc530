import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import type { AdapterHost, IAgentAdapter, OutputData } from '../../adapter.js';

type Stream = OutputData['stream'];

/** Hands what a program writes to an adapter as AgentFlow does: first the piece, then the lines that it completes. */
export class AgentOutput {
  readonly #adapter: IAgentAdapter;
  readonly #host: AdapterHost;
  readonly #streams = new Map<Stream, TextStream>();

  constructor(adapter: IAgentAdapter, host: AdapterHost) {
    this.#adapter = adapter;
    this.#host = host;
  }

  /** Returns the piece without control sequences. */
  take(bytes: Buffer, stream: Stream): string {
    const text = this.#streams.get(stream) ?? { decoder: new StringDecoder('utf8'), sequence: '', line: '' };
    this.#streams.set(stream, text);
    return this.#pass(text, stream, text.decoder.write(bytes));
  }

  /** The program is over: gives out the rest of a cut character and the last line. */
  end(): void {
    for (const [stream, text] of this.#streams) {
      this.#pass(text, stream, text.decoder.end());
      if (text.line !== '') this.#adapter.onLine?.(text.line, this.#host);
    }
    this.#streams.clear();
  }

  #pass(text: TextStream, stream: Stream, raw: string): string {
    if (raw === '') return '';
    const clean = cleanOf(text, raw);
    this.#adapter.onOutput?.({ stream, raw, clean }, this.#host);
    if (stream !== 'stdout') return clean;
    const lines = (text.line + raw).split(/\r?\n/);
    text.line = lines.pop() ?? '';
    for (const line of lines) this.#adapter.onLine?.(line, this.#host);
    return clean;
  }
}

interface TextStream {
  readonly decoder: StringDecoder;
  /** A control sequence, or a line break of a terminal, whose end is still to come. */
  sequence: string;
  /** A line whose end is still to come. */
  line: string;
}

function cleanOf(text: TextStream, raw: string): string {
  const whole = text.sequence + raw;
  text.sequence = /(?:\x1b(?:\[[0-?]*[ -/]*)?|\r+)$/.exec(whole)?.[0] ?? '';
  const ended = whole.slice(0, whole.length - text.sequence.length);
  return stripVTControlCharacters(ended).replace(/\r+\n?/g, '\n');
}
