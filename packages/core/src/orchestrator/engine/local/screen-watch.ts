import type { AdapterHost, IAgentAdapter } from '@agentflow/plugin-sdk';
import type { Screen } from '../../../output/screen.js';
import { withoutQueries } from '../../../output/terminal-queries.js';
import type { TerminalSize, TerminalViewer } from '../attempt.js';

const QUIET_MS = 200;
const WATCHED_LINES = 30;

/** An interactive agent's screen: shown to its adapter whenever output has become quiet, and to whoever watches. */
export class ScreenWatch {
  /** Takes what the terminal answers when the agent asks it something. */
  onReply: ((text: string) => void) | undefined;
  readonly #screen: Screen;
  readonly #adapter: IAgentAdapter;
  readonly #host: AdapterHost;
  readonly #viewers = new Set<TerminalViewer>();
  #timer: NodeJS.Timeout | undefined;

  /** The terminal emulator is loaded only here, for interactive tasks. */
  static async create(adapter: IAgentAdapter, host: AdapterHost, size: TerminalSize): Promise<ScreenWatch> {
    const { Screen } = await import('../../../output/screen.js');
    return new ScreenWatch(new Screen(size), adapter, host);
  }

  private constructor(screen: Screen, adapter: IAgentAdapter, host: AdapterHost) {
    this.#screen = screen;
    this.#adapter = adapter;
    this.#host = host;
    screen.onReply((text) => this.onReply?.(text));
  }

  write(bytes: Uint8Array): void {
    this.#screen.write(bytes);
    // The emulator answers the agent's questions to its terminal; were the viewers' terminals asked, all would answer.
    if (this.#viewers.size > 0) {
      const shown = withoutQueries(bytes);
      for (const viewer of this.#viewers) viewer.bytes(shown);
    }
    if (!this.#adapter.onScreen) return;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => void this.#look(), QUIET_MS);
  }

  resize(size: TerminalSize): void {
    this.#screen.resize(size);
  }

  /** Returns the function that ends it. */
  watch(viewer: TerminalViewer): () => void {
    // What is written from now on comes after the drawing of what was written before, though that may take a moment.
    let waiting: Uint8Array[] | undefined = [];
    const inOrder: TerminalViewer = {
      bytes: (bytes) => (waiting ? void waiting.push(bytes) : viewer.bytes(bytes)),
      ended: (usedRows) => viewer.ended(usedRows),
    };
    this.#viewers.add(inOrder);
    this.#screen.whenDrawn((drawing) => {
      if (!this.#viewers.has(inOrder)) return;
      const missed = waiting ?? [];
      waiting = undefined;
      viewer.bytes(Buffer.from(drawing));
      for (const bytes of missed) viewer.bytes(bytes);
    });
    return () => void this.#viewers.delete(inOrder);
  }

  /** The text of the whole session, as it stood at the end. */
  async close(): Promise<string> {
    clearTimeout(this.#timer);
    await this.#screen.drawn();
    const text = this.#screen.text();
    const { usedRows } = this.#screen;
    for (const viewer of this.#viewers) viewer.ended(usedRows);
    this.#viewers.clear();
    this.#screen.dispose();
    return text;
  }

  async #look(): Promise<void> {
    await this.#screen.drawn();
    this.#adapter.onScreen?.(this.#screen.lastLines(WATCHED_LINES), this.#host);
  }
}
