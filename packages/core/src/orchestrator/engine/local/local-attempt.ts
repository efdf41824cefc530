import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, NodeType, Outcome, Question } from '@agentflow/plugin-sdk';
import { LogFile } from '../../../output/log-file.js';
import type { Attempt, AttemptHost, RunningAttempt, StopReason, TerminalSize, TerminalViewer } from '../attempt.js';
import { BadReferenceError } from '../bad-reference-error.js';
import { storeOutput } from '../store-output.js';
import type { LocalMachine } from './local-attempts.js';
import { createNodeContext } from './node-context.js';
import { Processes } from './processes.js';

type Cause = StopReason | { readonly kind: 'timed-out' | 'idle-timed-out'; readonly message: string };

/** When its processes have ended, a type that was stopped may take so long to say what they came to. */
const LAST_WORDS_MS = 2000;

/** One attempt with its time limits. However it ends, the outcome is data and nothing of it runs on. */
export class LocalAttempt implements RunningAttempt {
  readonly ended: Promise<Outcome>;
  readonly #attempt: Attempt;
  readonly #host: AttemptHost;
  readonly #machine: LocalMachine;
  readonly #abort = new AbortController();
  /** Ends the wait for the last words of a type. */
  readonly #over = new AbortController();
  readonly #processes: Processes;
  #cause: Cause | undefined;
  #stopped: (() => void) | undefined;
  #isAsking = false;

  constructor(attempt: Attempt, host: AttemptHost, machine: LocalMachine) {
    this.#attempt = attempt;
    this.#host = host;
    this.#machine = machine;
    this.#processes = new Processes({ attempt, host, machine, log: new LogFile(attempt.files.log, machine.redactor) });
    this.ended = this.#run();
  }

  send(text: string): boolean {
    return this.#processes.send(text);
  }

  resize(size: TerminalSize): void {
    this.#processes.resize(size);
  }

  watch(viewer: TerminalViewer): (() => void) | undefined {
    return this.#processes.watch(viewer);
  }

  stop(reason: StopReason): void {
    this.#end(reason);
  }

  kill(): void {
    this.#over.abort();
    this.#processes.kill();
  }

  async #run(): Promise<Outcome> {
    const timers = this.#startTimers();
    const stopped = new Promise<Outcome>((resolve) => {
      this.#stopped = () => resolve({ status: 'cancelled', message: 'stopped' });
    });
    const outcome = await Promise.race([this.#runType(), stopped]).then((own) => this.#judge(own));
    timers.clear();
    // Only then does anybody wait for it; an abort costs an error and a signal.
    if (this.#cause) this.#over.abort();
    if (outcome.status !== 'done') await this.#processes.endAll();
    this.#processes.close();
    return await this.#store(outcome);
  }

  async #runType(): Promise<Outcome> {
    try {
      const type = await this.#loadType();
      const context = createNodeContext({
        attempt: this.#attempt,
        host: { ...this.#host, ask: (question) => this.#ask(question) },
        machine: this.#machine,
        processes: this.#processes,
        signal: this.#abort.signal,
      });
      return await type.run(this.#attempt.config, context);
    } catch (error) {
      const reason = error instanceof BadReferenceError ? 'bad-reference' : 'internal';
      return { status: 'failed', reason, message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** A person may think for as long as they want: that is no silence of the node. */
  async #ask(question: Question): Promise<Answer> {
    this.#isAsking = true;
    try {
      return await Promise.race([this.#host.ask(question), this.#aborted()]);
    } finally {
      this.#isAsking = false;
      this.#processes.onActivity?.();
    }
  }

  #aborted(): Promise<never> {
    const { signal } = this.#abort;
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  async #loadType(): Promise<NodeType> {
    const entry = this.#machine.nodeTypes.get(this.#attempt.type);
    if (!entry) throw new Error(`The node type "${this.#attempt.type}" is not registered any more.`);
    return entry.load();
  }

  /**
   * The first cause counts. A type that notices that it was stopped still says what there is, such as the screen of an
   * agent that a person completed; one that does not notice cannot hold us up.
   */
  #end(cause: Cause): void {
    if (this.#cause) return;
    this.#cause = cause;
    this.#abort.abort(new Error('message' in cause ? cause.message : 'The task was completed.'));
    this.#processes
      .endAll()
      .then(() => delay(LAST_WORDS_MS, undefined, { signal: this.#over.signal }))
      .catch(() => undefined)
      .then(() => this.#stopped?.());
  }

  #judge(own: Outcome): Outcome {
    const cause = this.#cause;
    if (!cause) return own;
    switch (cause.kind) {
      case 'completed':
        return { status: 'done', output: own.status === 'cancelled' ? '' : (own.output ?? '') };
      case 'cancelled':
        return { status: 'cancelled', message: cause.message };
      case 'timed-out':
      case 'idle-timed-out': {
        const output = own.status === 'cancelled' ? undefined : own.output;
        return {
          status: 'failed',
          reason: cause.kind,
          message: cause.message,
          ...(output !== undefined && { output }),
        };
      }
    }
  }

  async #store(outcome: Outcome): Promise<Outcome> {
    try {
      return await storeOutput(this.#attempt, outcome);
    } catch (error) {
      this.#host.lost(error);
      return { status: 'failed', reason: 'internal', message: 'The output could not be kept.' };
    }
  }

  #startTimers(): { clear(): void } {
    const { timeoutMs, idleTimeoutMs } = this.#attempt;
    const total: NodeJS.Timeout | undefined =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            if (this.#processes.isWaiting) total?.refresh();
            else this.#end({ kind: 'timed-out', message: `Timed out after ${timeoutMs} ms.` });
          }, timeoutMs);
    const idleMessage = `Timed out: no output for ${idleTimeoutMs} ms.`;
    const idle: NodeJS.Timeout | undefined =
      idleTimeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            if (this.#isAsking || this.#processes.isWaiting) idle?.refresh();
            else this.#end({ kind: 'idle-timed-out', message: idleMessage });
          }, idleTimeoutMs);
    if (idle) this.#processes.onActivity = () => idle.refresh();
    this.#processes.onAdmitted = () => {
      total?.refresh();
      idle?.refresh();
    };
    return {
      clear: () => {
        clearTimeout(total);
        clearTimeout(idle);
        this.#processes.onActivity = undefined;
        this.#processes.onAdmitted = undefined;
      },
    };
  }
}
