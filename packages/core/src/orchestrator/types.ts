import type { AgentUsage, Answer, ExecutionMode, FailureReason } from '@agentflow/plugin-sdk';

/** Where a task stands; the last four are its end. */
export const TASK_STATUSES = [
  'PENDING',
  'RUNNING',
  'WAITING_FOR_USER',
  'DONE',
  'FAILED',
  'SKIPPED',
  'CANCELLED',
] as const;

/** One of `TASK_STATUSES`. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Where a session stands: under way, waiting for a person, stopped from outside, or at its end. */
export const SESSION_STATUSES = ['RUNNING', 'PAUSED', 'INTERRUPTED', 'DONE', 'FAILED', 'CANCELLED'] as const;

/** One of `SESSION_STATUSES`. */
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** What a session knows about its workflow. */
export interface WorkflowFacts {
  readonly name: string;
  /** Absolute path of the file it was read from; null when it came from elsewhere. */
  readonly file: string | null;
  /** SHA-256 of the source text, in hex. */
  readonly digest: string;
  readonly kind: 'stages' | 'nodes';
}

/** What never changes about a task within a session. */
export interface TaskFacts {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Index into the session's stages. */
  readonly stage: number;
  readonly mode?: ExecutionMode;
}

/** Why a task was skipped, with what is needed to explain it. */
export type SkipReason =
  | {
      readonly kind: 'trigger-rule';
      readonly rule: string;
      readonly dependencies: Readonly<Record<string, TaskStatus>>;
      /** For a skipped dependency that counts as failed: the failed task behind it. */
      readonly failedBehind?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'when'; readonly expression: string; readonly values: Readonly<Record<string, string>> };

/** An agent's own conversation; it belongs to its folder. */
export interface Conversation {
  readonly id: string;
  readonly adapter: string;
  readonly cwd: string;
  /** Of the agent's program, where it tells it. */
  readonly version?: string;
}

/** Why a task is FAILED or CANCELLED. */
export interface TaskFailure {
  readonly reason: FailureReason | 'cancelled';
  readonly message: string;
  readonly hint?: string;
}

/** A task of a session: the node being run. */
export interface TaskRecord extends TaskFacts {
  readonly status: TaskStatus;
  /** How often it was started; 0 before the first time. */
  readonly attempt: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly exitCode: number | null;
  /** File with its output, relative to the session's folder; null when there is none. */
  readonly output: string | null;
  readonly failure?: TaskFailure;
  readonly skipped?: SkipReason;
  /** What a person is asked while the status is WAITING_FOR_USER. */
  readonly question?: string;
  /** When the question is decided without a person. A resume asks again and keeps it. */
  readonly deadline?: string;
  /** Answers to questions of this task that it has not taken yet. */
  readonly answers?: readonly Answer[];
  readonly conversation?: Conversation;
  readonly usage?: AgentUsage;
  /** The part of `usage` that was spent before the process that runs now, or ran last. */
  readonly earlierUsage?: AgentUsage;
  /** What an agent that was started has not told, or not yet: of this `usage` is only a lower bound. */
  readonly unknownUsage?: UnknownUsage;
  /** The same of the processes before. */
  readonly earlierUnknownUsage?: UnknownUsage;
  /** What the node type stored last with `context.save`. */
  readonly saved?: unknown;
}

/** Which parts of a task's usage its agent has not told. */
export interface UnknownUsage {
  readonly tokens: boolean;
  readonly cost: boolean;
}

/** Tasks that start together; of a workflow with `nodes:` a layer of the graph, for display only. */
export interface StageRecord {
  readonly name: string;
  readonly taskIds: readonly string[];
}

/** The persisted record of one run. */
export interface WorkflowSession {
  readonly id: string;
  readonly workflow: WorkflowFacts;
  readonly goal: string | null;
  readonly arguments: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The folder its tasks work in. */
  readonly cwd: string;
  readonly status: SessionStatus;
  /** Why it is CANCELLED, FAILED, PAUSED or INTERRUPTED. */
  readonly reason: string | null;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | null;
  /** The first stage that is not over; equals the number of stages when all are. */
  readonly currentStageIndex: number;
  readonly stages: readonly StageRecord[];
  readonly tasks: ReadonlyMap<string, TaskRecord>;
  /** Of all attempts of all tasks; what is unknown is null. */
  readonly usage: AgentUsage;
  /** Of how many tasks it is not known, or not in full: with any, `usage` is a lower bound. */
  readonly unknownUsage: { readonly tokens: number; readonly cost: number };
  /** Sequence number of the last event that is part of this state. */
  readonly seq: number;
}

/** Whether a task of this status will not change any more within this run. */
export function isOver(status: TaskStatus): boolean {
  return status === 'DONE' || status === 'FAILED' || status === 'SKIPPED' || status === 'CANCELLED';
}
