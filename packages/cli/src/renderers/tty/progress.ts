import { isOver, type SessionEvent, type TaskRecord, type TaskStatus, type WorkflowSession } from '@agentflow/core';

/** How many tasks of a stage have which status. */
export type StageCounts = Record<TaskStatus, number>;

export interface ActiveTask {
  readonly id: string;
  readonly stage: number;
  readonly status: 'RUNNING' | 'WAITING_FOR_USER';
  readonly mode: TaskRecord['mode'];
  readonly startedAt: number;
  readonly attempt: number;
  readonly question: string | undefined;
  /** What the agent reported last, if it reports. */
  readonly note: string | undefined;
}

export interface FailedTask {
  readonly id: string;
  readonly stage: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly message: string;
}

const MOST_FAILURES = 50;

/** What the progress view shows of a session. Every event costs the same, however many tasks there are. */
export class Progress {
  readonly stages: StageCounts[] = [];
  readonly active = new Map<string, ActiveTask>();
  /** The last ones, oldest first. */
  readonly failed = new Map<string, FailedTask>();
  readonly #statuses = new Map<string, TaskStatus>();
  #session: WorkflowSession | undefined;

  get session(): WorkflowSession | undefined {
    return this.#session;
  }

  /** Of how many tasks the usage stays unknown: agents that run may still tell theirs. */
  get unknownUsage(): WorkflowSession['unknownUsage'] {
    let { tokens, cost } = this.#session?.unknownUsage ?? { tokens: 0, cost: 0 };
    for (const id of this.active.keys()) {
      const { unknownUsage: now, earlierUnknownUsage: earlier } = this.#session?.tasks.get(id) ?? {};
      if (now?.tokens && !earlier?.tokens) tokens -= 1;
      if (now?.cost && !earlier?.cost) cost -= 1;
    }
    return { tokens, cost };
  }

  take(event: SessionEvent, session: WorkflowSession): void {
    const isNew = this.#session === undefined || this.#session.stages !== session.stages;
    this.#session = session;
    if (isNew || event.type === 'session.resumed') return this.#count(session);
    if (!('taskId' in event) || event.taskId === undefined) return;
    const task = session.tasks.get(event.taskId);
    if (!task) return;
    this.#move(task);
    this.#follow(task, event);
  }

  #count(session: WorkflowSession): void {
    this.#statuses.clear();
    this.active.clear();
    this.failed.clear();
    this.stages.length = 0;
    for (let index = 0; index < session.stages.length; index++) this.stages.push(noTasks());
    for (const task of session.tasks.values()) {
      this.#move(task);
      this.#follow(task);
    }
  }

  #move({ id, stage, status }: TaskRecord): void {
    const before = this.#statuses.get(id);
    if (before === status) return;
    const counts = this.stages[stage];
    if (!counts) return;
    if (before) counts[before] -= 1;
    counts[status] += 1;
    this.#statuses.set(id, status);
  }

  #follow(task: TaskRecord, event?: SessionEvent): void {
    const { id, stage, status, mode, attempt } = task;
    const startedAt = Date.parse(task.startedAt ?? '') || 0;
    if (status === 'RUNNING' || status === 'WAITING_FOR_USER') {
      this.failed.delete(id);
      const known = this.active.get(id);
      const isSameAttempt = known?.attempt === attempt;
      const note = noteOf(event) ?? (isSameAttempt ? known?.note : undefined);
      this.active.set(id, { id, stage, status, mode, attempt, startedAt, question: task.question, note });
    } else {
      this.active.delete(id);
    }
    if (status === 'FAILED') {
      const finishedAt = Date.parse(task.finishedAt ?? '') || startedAt;
      this.failed.set(id, { id, stage, startedAt, finishedAt, message: task.failure?.message ?? 'failed' });
      if (this.failed.size > MOST_FAILURES) this.failed.delete([...this.failed.keys()][0] as string);
    } else if (isOver(status)) {
      this.failed.delete(id);
    }
  }
}

/** What tasks, or stages, look like as one: like what matters most among them. */
export function lookOf(counts: StageCounts): TaskStatus {
  if (counts.FAILED > 0) return 'FAILED';
  if (counts.RUNNING > 0) return 'RUNNING';
  if (counts.WAITING_FOR_USER > 0) return 'WAITING_FOR_USER';
  if (counts.CANCELLED > 0) return 'CANCELLED';
  if (counts.PENDING > 0) return counts.DONE + counts.SKIPPED > 0 ? 'RUNNING' : 'PENDING';
  return counts.DONE === 0 && counts.SKIPPED > 0 ? 'SKIPPED' : 'DONE';
}

export function isStageOver({ PENDING, RUNNING, WAITING_FOR_USER }: StageCounts): boolean {
  return PENDING + RUNNING + WAITING_FOR_USER === 0;
}

export function noTasks(): StageCounts {
  return { PENDING: 0, RUNNING: 0, WAITING_FOR_USER: 0, DONE: 0, FAILED: 0, SKIPPED: 0, CANCELLED: 0 };
}

/** An agent's last words or deed. */
function noteOf(event: SessionEvent | undefined): string | undefined {
  if (event?.type === 'task.retried') return `again: ${event.message}`;
  if (event?.type !== 'task.reported') return undefined;
  const { event: told } = event;
  switch (told.type) {
    case 'message':
      return told.text;
    case 'tool':
      return told.state === 'started' ? [told.name, told.detail].filter(Boolean).join(' ') : undefined;
    case 'retry':
      return `retries: ${told.reason}`;
    case 'rate-limit':
      return told.message;
    default:
      return undefined;
  }
}
