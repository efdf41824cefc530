import type { Answer, Outcome, OutputData } from '@agentflow/plugin-sdk';
import type { Plan, PlanNode } from '../../workflow/plan.js';
import type { SessionEventBody } from '../events.js';
import type { TaskStatus } from '../types.js';
import type {
  Attempt,
  AttemptHost,
  AttemptPort,
  RunningAttempt,
  StopReason,
  TerminalSize,
  TerminalViewer,
} from './attempt.js';
import type { AttemptBuilder } from './attempt-builder.js';
import { budgetSpent } from './budget.js';
import { conversationOf } from './conversation.js';
import type { Ledger } from './ledger.js';
import { failed, failureOf, stopped } from './outcomes.js';
import { retryDelay } from './retry.js';
import { TaskQuestions } from './task-questions.js';

/** How a task ends, as far as others build on it. */
export interface TaskResult {
  readonly status: TaskStatus;
  /** Relative to the session's folder. */
  readonly output: string | null;
}

export interface TaskRunOptions {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly attempts: AttemptPort;
  readonly builder: AttemptBuilder;
  readonly random: () => number;
  readonly now: () => number;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  onOutput(taskId: string, attempt: number, output: OutputData): void;
  wantsOutput(): boolean;
  cancelSession(reason: string): void;
  /** The task has begun to wait for a person's answer. */
  asking(): void;
  /** Told just before the end is recorded. */
  ending(result: TaskResult): void;
  /** The session's state could not be saved while the task's process was talking. */
  fail(error: unknown): void;
}

/** One task from its first attempt to its end: `when`, retries, and what the person does to it meanwhile. */
export class TaskRun {
  readonly id: string;
  readonly questions: TaskQuestions;
  readonly #node: PlanNode;
  readonly #options: TaskRunOptions;
  readonly #stopped = new AbortController();
  #stop: StopReason | undefined;
  #attempt: RunningAttempt | undefined;
  #leave: (() => void) | undefined;

  constructor(node: PlanNode, options: TaskRunOptions) {
    this.id = node.id;
    this.#node = node;
    this.#options = options;
    this.questions = new TaskQuestions({ ...options, taskId: node.id, stopped: this.#stopped.signal });
  }

  /** Resolves when the task is over, or left waiting; rejects only when the session's state cannot be saved. */
  async run(): Promise<void> {
    if (this.#isSkipped()) return;
    const left = new Promise<'left'>((resolve) => {
      this.#leave = () => resolve('left');
    });
    await Promise.race([this.#runToEnd(), left]);
  }

  stop(reason: StopReason): void {
    this.#stop ??= reason;
    this.#stopped.abort();
    this.#attempt?.stop(reason);
  }

  kill(): void {
    this.#attempt?.kill();
  }

  /** Ends the run and leaves the task WAITING_FOR_USER, to be continued by a resume. */
  leave(): void {
    this.#leave?.();
  }

  send(text: string, continues: boolean): void {
    if (!this.#attempt?.send(text)) throw new Error(`Task "${this.id}" takes no input now.`);
    if (!continues) this.#record({ type: 'task.input-sent', taskId: this.id, text });
    this.#continue();
  }

  /** Hands on keys of a person who is in the terminal. They are not kept: a password may be among them. */
  type(keys: string): void {
    if (this.#attempt?.send(keys) && keys.includes('\r')) this.#continue();
  }

  resize(size: TerminalSize): void {
    this.#attempt?.resize(size);
  }

  watch(viewer: TerminalViewer): (() => void) | undefined {
    return this.#attempt?.watch(viewer);
  }

  answer(answer: Answer): void {
    this.questions.answer(answer);
  }

  complete(): void {
    if (this.#node.agent?.executionMode !== 'interactive') {
      throw new Error(`Task "${this.id}" is not interactive: it is done when its process is.`);
    }
    this.stop({ kind: 'completed' });
  }

  #isSkipped(): boolean {
    const { when } = this.#node.policy;
    if (!when) return false;
    const judged = this.#options.builder.evaluateWhen(when);
    if (judged.ok && judged.value) return false;
    if (judged.ok) {
      const because = { kind: 'when', expression: when.text, values: judged.values } as const;
      this.#options.ending({ status: 'SKIPPED', output: null });
      this.#record({ type: 'task.skipped', taskId: this.id, because });
    } else {
      const number = this.#begin();
      this.#finish(number, failed('bad-reference', `when: ${judged.message}`));
    }
    return true;
  }

  async #runToEnd(): Promise<void> {
    for (let tries = 1; ; tries++) {
      const number = this.#begin();
      const outcome = await this.#try(number).finally(() => this.#options.builder.dropValues(this.id));
      const delayMs = this.#delayBeforeRetry(outcome, tries);
      if (delayMs === undefined || outcome.status !== 'failed') return this.#finish(number, outcome);
      const { reason, message } = outcome;
      this.#record({ type: 'task.retried', taskId: this.id, attempt: number, delayMs, reason, message });
      await this.#options.pause(delayMs, this.#stopped.signal);
      if (this.#stop) return this.#finish(number, outcome);
    }
  }

  #begin(): number {
    const attempt = this.#options.ledger.task(this.id).attempt + 1;
    this.#record({ type: 'task.started', taskId: this.id, attempt });
    return attempt;
  }

  async #try(number: number): Promise<Outcome> {
    const built = await this.#options.builder.build(this.#node, number);
    if (!built.ok) return failed('bad-reference', built.message);
    if (this.#stop) return stopped(this.#stop);
    for (const { code, message } of built.warnings) this.#warn(code, message);
    this.#attempt = this.#options.attempts.start(built.attempt, this.#hostOf(built.attempt));
    try {
      return await this.#attempt.ended;
    } finally {
      this.#attempt = undefined;
    }
  }

  #delayBeforeRetry(outcome: Outcome, tries: number): number | undefined {
    if (outcome.status !== 'failed' || this.#stop) return undefined;
    if (outcome.reason === 'limit-reached' && this.#budgetSpent()) return undefined;
    const { retry } = this.#node.policy;
    return retryDelay(retry, { tries, reason: outcome.reason, random: this.#options.random });
  }

  #finish(number: number, outcome: Outcome): void {
    const failure = failureOf(outcome);
    const status = outcome.status === 'done' ? 'DONE' : outcome.status === 'failed' ? 'FAILED' : 'CANCELLED';
    const exitCode = outcome.status === 'cancelled' ? null : (outcome.exitCode ?? null);
    const output = outcome.status === 'cancelled' ? null : this.#options.builder.outputPath(outcome.output);
    this.#options.ending({ status, output });
    const end = { status, exitCode, output, ...(failure && { failure }) } as const;
    this.#record({ type: 'task.finished', taskId: this.id, attempt: number, ...end });
  }

  #hostOf(attempt: Attempt): AttemptHost {
    const [taskId, number] = [this.id, attempt.number];
    const { builder, ledger } = this.#options;
    return {
      launched: (process) => this.#tell({ type: 'task.launched', taskId, attempt: number, ...process }),
      prompted: (prompt) => this.#tell({ type: 'task.prompted', taskId, attempt: number, prompt }),
      reported: (event) => {
        const conversation = conversationOf(event, attempt);
        if (conversation) this.#tell({ type: 'task.conversed', taskId, conversation });
        // Pieces of a message are in the log; the journal has the whole, which the adapter tells as well.
        const isPiece = event.type === 'message' && event.delta;
        if (!isPiece) this.#tell({ type: 'task.reported', taskId, attempt: number, event });
      },
      needsInput: (question) => {
        if (ledger.task(taskId).status === 'RUNNING')
          this.#tell({ type: 'task.waiting', taskId, question, kind: 'terminal' });
      },
      working: () => this.#continue(),
      output: (output) => this.#options.onOutput(taskId, number, output),
      wantsOutput: this.#options.wantsOutput(),
      warn: (code, message) => this.#warn(code, message),
      lost: (error) => this.#options.fail(error),
      render: (template, variables, as) => builder.render(template, { as, node: this.#node, number, variables }),
      outputsFile: () => builder.outputsFile(this.#node, number),
      ask: (question) => this.questions.ask(question),
      budgetSpent: () => this.#budgetSpent(),
      save: async (state) => {
        this.#record({ type: 'task.saved', taskId, state });
        await ledger.durable();
      },
      cancelSession: (reason) => this.#options.cancelSession(reason),
    };
  }

  #budgetSpent(): string | undefined {
    return budgetSpent(this.#options.plan, this.#options.ledger.costUsd());
  }

  #continue(): void {
    if (this.#options.ledger.task(this.id).status === 'WAITING_FOR_USER')
      this.#tell({ type: 'task.continued', taskId: this.id });
  }

  #warn(code: string, message: string): void {
    this.#tell({ type: 'session.warned', code, message, taskId: this.id });
  }

  /** Records from within a callback of a process, where nobody could catch an error. */
  #tell(event: SessionEventBody): void {
    try {
      this.#record(event);
    } catch (error) {
      this.#options.fail(error);
    }
  }

  #record(event: SessionEventBody): void {
    this.#options.ledger.record(event);
  }
}
