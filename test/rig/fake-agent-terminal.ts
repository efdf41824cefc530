import { AgentRunner, type ProcessExit } from '@agentflow/core';
import { Screen } from '../../packages/core/src/output/screen.js';

interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A program in a pseudo-terminal, and what a person would see of it. */
export class Terminal implements AsyncDisposable {
  readonly #runner: AgentRunner;
  readonly #screen: Screen;
  readonly #listeners = new Set<() => void>();
  readonly exited: Promise<ProcessExit>;
  /** How often it rang. */
  bells = 0;
  hasCursor = true;
  #end = '';

  private constructor(runner: AgentRunner, screen: Screen) {
    this.#runner = runner;
    this.#screen = screen;
    // Everything it wrote is on the screen then.
    this.exited = new Promise((resolve) =>
      runner.once('exit', (exit) => void screen.drawn().then(() => resolve(exit))),
    );
    runner.on('bytes', async (bytes) => {
      this.bells += bytes.filter((byte) => byte === 0x07).length;
      this.#seeCursor(Buffer.from(bytes).toString('latin1'));
      screen.write(bytes);
      await screen.drawn();
      for (const listener of this.#listeners) listener();
    });
  }

  static async start(command: string, args: readonly string[], options: TerminalOptions): Promise<Terminal> {
    const { cwd, env, columns = 80, rows = 24 } = options;
    const runner = new AgentRunner({ launch: { command, args }, cwd, env, cols: columns, rows });
    const terminal = new Terminal(runner, new Screen({ columns, rows }));
    const started = await runner.start();
    if (!started.ok) throw new Error(started.error.message);
    return terminal;
  }

  /** All lines, without blanks at their ends. */
  get screen(): string {
    return this.#screen.text().replace(/ +$/gm, '');
  }

  /** The sequences that would draw the screen as it is, with the modes it is in. */
  drawing(): Promise<string> {
    return new Promise((resolve) => this.#screen.whenDrawn(resolve));
  }

  /** Resolves when the screen ends so, or matches. */
  waitFor(end: string | RegExp): Promise<void> {
    return new Promise((resolve) => {
      const listener = () => {
        if (!(typeof end === 'string' ? this.screen.endsWith(end) : end.test(this.screen))) return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
      listener();
    });
  }

  /** A sequence may come in two pieces. */
  #seeCursor(text: string): void {
    const seen = `${this.#end}${text}`;
    const last = seen.match(/\x1b\[\?25[hl]/g)?.at(-1);
    if (last !== undefined) this.hasCursor = last.endsWith('h');
    this.#end = seen.slice(-5);
  }

  /** Enter is `\r`, Ctrl-D is `\x04`. */
  type(text: string): Promise<void> {
    return this.#runner.send(text);
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize({ columns, rows });
    this.#runner.resize(columns, rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#runner.stop({ graceMs: 0 });
    this.#screen.dispose();
  }
}
