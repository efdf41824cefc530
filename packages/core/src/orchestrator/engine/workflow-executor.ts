import type { Answer, OutputData } from '@agentflow/plugin-sdk';
import type { Plan, PlanNode } from '../../workflow/plan.js';
import { isOver, type TaskStatus } from '../types.js';
import type { AttemptPort } from './attempt.js';
import type { AttemptBuilder } from './attempt-builder.js';
import { budgetSpent } from './budget.js';
import type { Ledger } from './ledger.js';
import { Schedule } from './schedule.js';
import { judgeEnd, type SessionEnd } from './session-end.js';
import { type TaskResult, TaskRun } from './task-run.js';

/** What happens to the rest when a task fails: nothing special, no new tasks, or running ones are stopped too. */
export type OnFailure = 'continue' | 'no-new' | 'kill';

export interface ExecutorOptions {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly attempts: AttemptPort;
  readonly builder: AttemptBuilder;
  /** How many tasks run at once at most. */
  readonly concurrency: number;
  readonly onFailure: OnFailure;
  /** Whether a person can answer while the session runs; without one it pauses when it can only wait. */
  readonly canAsk: boolean;
  onOutput(taskId: string, attempt: number, output: OutputData): void;
  /** Whether anybody listens to output: decoding it costs time. */
  wantsOutput(): boolean;
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** On a resume: tasks that are DONE but stand behind one that runs again. They stay DONE unless it changes. */
  readonly toConfirm?: ReadonlySet<string>;
  /** Whether a task that runs again ends otherwise than in the earlier run. */
  readonly hasChanged?: (taskId: string, result: TaskResult) => boolean;
}

/** What can be done with the terminal of a task. */
export type TaskTerminal = Pick<TaskRun, 'type' | 'resize' | 'watch'>;

/** Runs a plan: a node starts the moment its dependencies are over. */
export class WorkflowExecutor {
  readonly #options: ExecutorOptions;
  readonly #schedule: Schedule;
  readonly #running = new Map<string, TaskRun>();
  #end: SessionEnd | undefined;
  /** Whether what runs was asked to end; without that an end only starts nothing more. */
  #isStopping = false;
  #hasWarnedOfBudget = false;
  #error: unknown;
  #pumping = false;
  #settle: (() => void) | undefined;

  constructor(options: ExecutorOptions) {
    this.#options = options;
    this.#schedule = new Schedule({
      plan: options.plan,
      statusOf: (id) => this.#statusOf(id),
      toConfirm: options.toConfirm ?? new Set(),
    });
  }

  /** Resolves when nothing of the session runs any more; rejects when its state cannot be saved. */
  async run(): Promise<SessionEnd> {
    const timer = this.#startTimer();
    await new Promise<void>((resolve) => {
      this.#settle = resolve;
      this.#pump();
    });
    clearTimeout(timer);
    if (this.#error !== undefined) throw this.#error;
    return this.#end ?? judgeEnd(this.#options.plan, (id) => this.#statusOf(id));
  }

  /** Starts nothing more and asks everything that runs to end. */
  stop(end: SessionEnd): void {
    this.#isStopping = true;
    // An interrupted session can still be cancelled; any other end stands.
    this.#end = this.#end?.status === 'INTERRUPTED' && end.status === 'CANCELLED' ? end : (this.#end ?? end);
    const message = end.reason ?? `The session is ${end.status}.`;
    for (const task of this.#running.values()) {
      // A question outlives an interruption: it can be answered from anywhere, which goes on with the session.
      if (end.status === 'INTERRUPTED' && task.questions.isAsking) task.leave();
      else task.stop({ kind: 'cancelled', message });
    }
    this.#pump();
  }

  /** Forces everything that runs to end at once. */
  kill(): void {
    for (const task of this.#running.values()) task.kill();
  }

  send(taskId: string, text: string, continues = false): void {
    this.#active(taskId).send(text, continues);
  }

  /** The way into the terminal of an active task. */
  terminal(taskId: string): TaskTerminal {
    return this.#active(taskId);
  }

  answer(taskId: string, answer: Answer): void {
    this.#active(taskId).answer(answer);
  }

  /** Stops an active interactive task and marks it DONE. */
  completeTask(taskId: string): void {
    this.#active(taskId).complete();
  }

  #active(taskId: string): TaskRun {
    const task = this.#running.get(taskId);
    // A task that has just ended is still among the running ones while its end is told.
    if (task && !this.#schedule.isOver(taskId)) return task;
    const known = this.#options.plan.nodes.some(({ id }) => id === taskId);
    throw new Error(
      known
        ? `Task "${taskId}" is not active: it is ${this.#statusOf(taskId)}.`
        : `There is no task "${taskId}" in this session.`,
    );
  }

  /** Starts what may start. Skips settle at once, so this is a loop and not a recursion. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      while (this.#mayStart()) {
        const node = this.#schedule.take();
        if (!node) break;
        this.#consider(node);
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#pumping = false;
    }
    this.#pauseIfOnlyWaiting();
    if (this.#running.size === 0 && (this.#end || this.#schedule.isEmpty)) this.#settle?.();
  }

  #mayStart(): boolean {
    return this.#end === undefined && this.#running.size < this.#options.concurrency;
  }

  #consider(node: PlanNode): void {
    const { ledger } = this.#options;
    if (this.#schedule.confirm(node)) return this.#schedule.over(node);
    if (this.#schedule.readiness(node) === 'skip') {
      const because = this.#schedule.skipReason(node);
      this.#ending(node, { status: 'SKIPPED', output: null });
      ledger.record({ type: 'task.skipped', taskId: node.id, because });
      this.#schedule.over(node);
    } else if (!this.#overBudget(node)) {
      this.#start(node);
    }
  }

  #start(node: PlanNode): void {
    const task = new TaskRun(node, {
      ...this.#options,
      cancelSession: (reason) => this.stop({ status: 'CANCELLED', reason }),
      asking: () => this.#pauseIfOnlyWaiting(),
      ending: (result) => this.#ending(node, result),
      fail: (error) => this.#fail(error),
    });
    this.#running.set(node.id, task);
    task
      .run()
      .then(() => this.#noteCost(node))
      .catch((error: unknown) => this.#fail(error))
      .then(() => {
        this.#running.delete(node.id);
        this.#schedule.over(node);
        if (this.#statusOf(node.id) === 'FAILED') this.#afterFailure(node);
        this.#pump();
      });
  }

  /**
   * A task ends otherwise than in an earlier run: those that were built on that run are done no more. Recorded before
   * its own end, so that a crash in between runs too much rather than too little.
   */
  #ending(node: PlanNode, result: TaskResult): void {
    const { hasChanged, ledger } = this.#options;
    const built = this.#schedule.unconfirmedAfter(node);
    if (built.length === 0 || !hasChanged?.(node.id, result)) return;
    for (const { id } of built) ledger.record({ type: 'task.invalidated', taskId: id, because: node.id });
  }

  #afterFailure({ id }: PlanNode): void {
    const { plan, onFailure } = this.#options;
    const reason = `Task "${id}" failed.`;
    if (plan.failFast || onFailure === 'kill') this.stop({ status: 'FAILED', reason });
    else if (onFailure === 'no-new') this.#end ??= { status: 'FAILED', reason };
  }

  #overBudget(node: PlanNode): boolean {
    const { plan, ledger } = this.#options;
    const spent = node.agent && budgetSpent(plan, ledger.costUsd());
    if (!spent || this.#isLeftOut(node)) return false;
    this.#end ??= { status: 'FAILED', reason: `${spent}; "${node.id}" was not started.` };
    return true;
  }

  /** A budget is not kept by not knowing; said once, whatever else is unknown. */
  #noteCost({ id }: PlanNode): void {
    const { plan, ledger } = this.#options;
    const { status, unknownUsage } = ledger.task(id);
    if (plan.budgetUsd === undefined || this.#hasWarnedOfBudget || !unknownUsage?.cost || !isOver(status)) return;
    this.#hasWarnedOfBudget = true;
    const message = `What "${id}" cost is not known: the budget of ${plan.budgetUsd} USD counts only what agents tell.`;
    ledger.record({ type: 'session.warned', code: 'cost-unknown', message, taskId: id });
  }

  /** Whether the condition of a node is false: it starts no agent then. */
  #isLeftOut({ policy: { when } }: PlanNode): boolean {
    const judged = when && this.#options.builder.evaluateWhen(when);
    return judged?.ok === true && !judged.value;
  }

  /** With nobody to answer, a session that can only wait ends, as PAUSED if nothing failed; its tasks go on waiting on resume. */
  #pauseIfOnlyWaiting(): void {
    if (this.#options.canAsk || this.#isStopping || this.#running.size === 0) return;
    if (!this.#schedule.isEmpty && this.#mayStart()) return;
    const tasks = [...this.#running.values()];
    if (!tasks.every((task) => task.questions.needsPerson)) return;
    const ids = tasks.map((task) => task.id);
    this.#end ??= { status: 'PAUSED', reason: `Waiting for a person: ${ids.join(', ')}.` };
    for (const task of tasks) task.leave();
  }

  /** The state cannot be saved, or there is a bug: nothing more may happen. The error is told by `run`, once. */
  #fail(error: unknown): void {
    this.#error ??= error;
    this.stop({ status: 'FAILED', reason: 'The session cannot go on.' });
  }

  #startTimer(): NodeJS.Timeout | undefined {
    const { timeoutMs } = this.#options.plan;
    if (timeoutMs === undefined) return undefined;
    const reason = `The session timed out after ${timeoutMs} ms.`;
    return setTimeout(() => this.stop({ status: 'FAILED', reason }), timeoutMs);
  }

  #statusOf(id: string): TaskStatus {
    return this.#options.ledger.task(id).status;
  }
}
