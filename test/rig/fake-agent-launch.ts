import type { Socket } from 'node:net';
import { type Command, fake, type LaunchReport, type Report, type Step } from '@agentflow/plugin-sdk/testing';
import { type PromiseWithResolvers, Queue, withResolvers } from './fake-agent-queue.js';

/** One process of a fake agent, in the hands of a test. */
export class Launch {
  readonly #report: LaunchReport;
  readonly #socket: Socket;
  readonly #input = new Queue<string>();
  readonly #sizes = new Queue<{ columns: number; rows: number }>();
  readonly #signals = new Queue<NodeJS.Signals>();
  readonly #steps = new Map<number, PromiseWithResolvers<void>>();
  readonly #inputEnded = withResolvers<void>();
  readonly #children: number[] = [];
  #lastId = 0;
  /** Resolves when the process is gone, or has gone silent for good. */
  readonly closed: Promise<void>;

  constructor(report: LaunchReport, socket: Socket) {
    this.#report = report;
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#end();
        resolve();
      });
    });
    this.#inputEnded.promise.catch(() => {});
  }

  get argv(): readonly string[] {
    return this.#report.argv;
  }
  get prompt(): string | null {
    return this.#report.prompt;
  }
  get cwd(): string {
    return this.#report.cwd;
  }
  get env(): Readonly<Record<string, string>> {
    return this.#report.env;
  }
  get pid(): number {
    return this.#report.pid;
  }
  get conversationId(): string {
    return this.#report.conversationId;
  }
  /** Whether stdin and stdout are a terminal; only then it has columns and rows. */
  get tty(): boolean {
    return this.#report.tty;
  }
  get columns(): number | null {
    return this.#report.columns;
  }
  get rows(): number | null {
    return this.#report.rows;
  }
  /** The processes it has started. */
  get children(): readonly number[] {
    return this.#children;
  }

  /** Resolves when the agent has done all of it. The steps start in this order and do not wait for one another. */
  run(...steps: readonly Step[]): Promise<void> {
    const done = Promise.all(steps.map((step) => this.#send(step))).then(() => {});
    // A test may give an order and not look.
    done.catch(() => {});
    return done;
  }

  /** Prints a line. */
  print(text: string): Promise<void> {
    return this.run(fake.print(text));
  }

  /** Says something in the words of its protocol; the last of it is the answer. */
  say(text: string): Promise<void> {
    return this.run(fake.say(text));
  }

  /** Resolves when the question is shown; `received` has the answer. */
  ask(question: string): Promise<void> {
    return this.run(fake.ask(question));
  }

  /** Resolves when the process is gone. */
  exit(code: number): Promise<void> {
    void this.run(fake.exit(code));
    return this.closed;
  }

  /** The next line that was typed, or in raw mode the next keys. */
  received(): Promise<string> {
    return this.#input.next();
  }

  /** Resolves when nothing more can be typed. */
  inputEnded(): Promise<void> {
    return this.#inputEnded.promise;
  }

  /** The next change of the terminal's size. */
  resized(): Promise<{ columns: number; rows: number }> {
    return this.#sizes.next();
  }

  /** The next signal that came, of those that can be caught. */
  signalled(): Promise<NodeJS.Signals> {
    return this.#signals.next();
  }

  /** Takes up what the agent reports. */
  hear(report: Report): void {
    if ('input' in report) this.#input.push(report.input);
    else if ('inputEnded' in report) this.#inputEnded.resolve();
    else if ('resized' in report) this.#sizes.push(report.resized);
    else if ('signal' in report) this.#signals.push(report.signal);
    else if ('child' in report) this.#children.push(report.child);
    else if ('done' in report) this.#steps.get(report.done)?.resolve();
    else if ('failed' in report) this.#steps.get(report.failed)?.reject(new Error(report.message));
  }

  /** Kills the process and those it has started. */
  async end(): Promise<void> {
    for (const pid of [this.pid, ...this.#children]) killIfAlive(pid);
    this.#socket.destroy();
    await this.closed;
  }

  #send(step: Step): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    const sent = withResolvers<void>();
    this.#steps.set(id, sent);
    if (this.#socket.destroyed) sent.reject(this.#gone());
    else this.#socket.write(`${JSON.stringify({ id, step } satisfies Command)}\n`);
    return sent.promise;
  }

  #end(): void {
    for (const queue of [this.#input, this.#sizes, this.#signals]) queue.end(this.#gone());
    for (const step of this.#steps.values()) step.reject(this.#gone());
    this.#inputEnded.reject(this.#gone());
  }

  #gone(): Error {
    return new Error(`The fake agent "${this.#report.name}" (process ${this.pid}) is gone.`);
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
