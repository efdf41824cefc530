import type { AdapterHost, IAgentAdapter } from '@agentflow/plugin-sdk';
import type { Screen } from '../../../output/screen.js';
import type { TerminalSize } from '../attempt.js';

const QUIET_MS = 200;
const WATCHED_LINES = 30;

/** Shows an interactive agent's screen to its adapter whenever the output has become quiet. */
export class ScreenWatch {
  readonly #screen: Screen;
  readonly #adapter: IAgentAdapter;
  readonly #host: AdapterHost;
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
  }

  write(bytes: Uint8Array): void {
    this.#screen.write(bytes);
    if (!this.#adapter.onScreen) return;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => void this.#look(), QUIET_MS);
  }

  resize(size: TerminalSize): void {
    this.#screen.resize(size);
  }

  /** The text of the whole session, as it stood at the end. */
  async close(): Promise<string> {
    clearTimeout(this.#timer);
    await this.#screen.drawn();
    const text = this.#screen.text();
    this.#screen.dispose();
    return text;
  }

  async #look(): Promise<void> {
    await this.#screen.drawn();
    this.#adapter.onScreen?.(this.#screen.lastLines(WATCHED_LINES), this.#host);
  }
}
