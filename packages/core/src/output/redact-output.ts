import type { OutputData } from '@agentflow/plugin-sdk';
import type { RedactionStream, Redactor } from './redactor.js';

interface Forms {
  readonly raw: RedactionStream<string>;
  readonly clean: RedactionStream<string>;
}

/** Takes secrets out of the decoded output of one process, also those that come in two pieces. */
export class OutputRedaction {
  readonly #redactor: Redactor;
  readonly #tell: (output: OutputData) => void;
  readonly #streams = new Map<OutputData['stream'], Forms>();

  constructor(redactor: Redactor, tell: (output: OutputData) => void) {
    this.#redactor = redactor;
    this.#tell = tell;
  }

  write(output: OutputData): void {
    if (this.#redactor.isEmpty) return this.#tell(output);
    const { stream } = output;
    const forms = this.#streams.get(stream) ?? {
      raw: this.#redactor.textStream(),
      clean: this.#redactor.textStream(),
    };
    this.#streams.set(stream, forms);
    this.#pass({ stream, raw: forms.raw.write(output.raw), clean: forms.clean.write(output.clean) });
  }

  /** Tells what was held back. */
  end(): void {
    for (const [stream, { raw, clean }] of this.#streams) this.#pass({ stream, raw: raw.end(), clean: clean.end() });
    this.#streams.clear();
  }

  #pass(output: OutputData): void {
    if (output.raw !== '' || output.clean !== '') this.#tell(output);
  }
}
