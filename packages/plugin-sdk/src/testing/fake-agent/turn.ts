import type { AgentEvent } from '../../agent-events.js';

/** One turn of a conversation: puts the events in the order every agent has them, session first, result last. */
export class Turn {
  readonly #tell: (event: AgentEvent) => void;
  readonly #session: AgentEvent;
  #isBegun = false;
  #isOver = false;
  #hasUsage = false;
  /** The words since the last tool. */
  answer = '';
  /** Whether an error was told. */
  hasFailed = false;

  constructor(session: Extract<AgentEvent, { type: 'session' }>, tell: (event: AgentEvent) => void) {
    this.#session = session;
    this.#tell = tell;
  }

  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#tell(this.#session);
  }

  /** A whole message. */
  say(text: string): void {
    this.answer += this.answer === '' ? text : `\n${text}`;
    this.#event({ type: 'message', text });
  }

  /** A piece of a message. */
  stream(text: string): void {
    this.answer += text;
    this.#event({ type: 'message', text, delta: true });
  }

  tell(event: AgentEvent): void {
    if (event.type === 'tool') this.answer = '';
    if (event.type === 'usage') this.#hasUsage = true;
    if (event.type === 'result') this.#isOver = true;
    if (event.type === 'result' && !event.ok) this.hasFailed = true;
    this.#event(event);
  }

  /** Tells the result, unless that was done, or nothing was told at all: then plain text was all there is. */
  finish(usage: Extract<AgentEvent, { type: 'usage' }>): void {
    if (!this.#isBegun || this.#isOver) return;
    if (!this.#hasUsage) this.tell(usage);
    this.tell({ type: 'result', ok: true, text: this.answer });
  }

  #event(event: AgentEvent): void {
    this.begin();
    this.#tell(event);
  }
}
