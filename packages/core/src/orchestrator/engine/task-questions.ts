import type { Answer, Question } from '@agentflow/plugin-sdk';
import type { Ledger } from './ledger.js';

export interface TaskQuestionsOptions {
  readonly taskId: string;
  readonly ledger: Ledger;
  /** Aborted when the task is stopped. */
  readonly stopped: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The task has begun to wait for a person's answer. */
  asking(): void;
  /** An answer could not be saved. */
  fail(error: unknown): void;
}

/** What a task asks a person. A question and its answer are saved, so that either may come before or after a resume. */
export class TaskQuestions {
  readonly #options: TaskQuestionsOptions;
  #pending: { resolve(answer: Answer): void; readonly endsByItself: boolean } | undefined;

  constructor(options: TaskQuestionsOptions) {
    this.#options = options;
  }

  /** Whether only a person can bring the task on. */
  get needsPerson(): boolean {
    return this.#pending !== undefined && !this.#pending.endsByItself;
  }

  get isAsking(): boolean {
    return this.#pending !== undefined;
  }

  /** An answer that is there already was given while nobody ran the session. */
  async ask(question: Question): Promise<Answer> {
    const { ledger, taskId } = this.#options;
    const answer = ledger.task(taskId).answers?.[0] ?? (await this.#wait(question));
    ledger.record({ type: 'task.answer-taken', taskId });
    return answer;
  }

  answer({ decision, message }: Answer): void {
    const { ledger, taskId } = this.#options;
    const pending = this.#pending;
    if (!pending) throw new Error(`Task "${taskId}" does not wait for an answer.`);
    this.#pending = undefined;
    ledger.record({ type: 'task.answered', taskId, decision, message });
    pending.resolve({ decision, message });
  }

  async #wait({ message, kind, timeoutMs, onTimeout = 'reject' }: Question): Promise<Answer> {
    const { ledger, taskId, stopped, now } = this.#options;
    const deadline = timeoutMs === undefined ? undefined : (this.#keptDeadline() ?? now() + timeoutMs);
    let timer: NodeJS.Timeout | undefined;
    // Before it is recorded: whoever hears of the question may answer it at once.
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#pending = { resolve, endsByItself: deadline !== undefined };
      stopped.addEventListener('abort', () => reject(new Error('The session was stopped.')));
      if (deadline === undefined) return;
      const late = { decision: onTimeout, message: `Nobody answered within ${timeoutMs} ms.` } as const;
      timer = setTimeout(() => this.#answerLate(late), Math.max(0, deadline - now()));
    });
    answer.catch(() => undefined);
    try {
      const until = deadline === undefined ? {} : { deadline: new Date(deadline).toISOString() };
      ledger.record({ type: 'task.waiting', taskId, question: message, kind, ...until });
      await ledger.durable();
      this.#options.asking();
      return await answer;
    } finally {
      clearTimeout(timer);
      this.#pending = undefined;
    }
  }

  /** Of the same question in an earlier run: a session that was killed does not give a person more time. */
  #keptDeadline(): number | undefined {
    const { deadline } = this.#options.ledger.task(this.#options.taskId);
    return deadline === undefined ? undefined : Date.parse(deadline);
  }

  #answerLate(answer: Answer): void {
    try {
      this.answer(answer);
    } catch (error) {
      this.#options.fail(error);
    }
  }
}
