import type { AgentEvent, ExecutionMode, FailureReason, OutputData } from '@agentflow/plugin-sdk';
import type {
  Conversation,
  SessionStatus,
  SkipReason,
  StageRecord,
  TaskFacts,
  TaskFailure,
  WorkflowFacts,
} from './types.js';

/** Everything that can happen in a session, in the past tense. Each is journaled before anybody hears of it. */
export type SessionEventBody =
  | {
      readonly type: 'session.started';
      readonly workflow: WorkflowFacts;
      readonly goal: string | null;
      readonly arguments: string;
      readonly inputs: Readonly<Record<string, string>>;
      readonly cwd: string;
      readonly stages: readonly StageRecord[];
      readonly tasks: readonly TaskFacts[];
    }
  | {
      readonly type: 'session.resumed';
      /** Tasks that will be judged and run again. */
      readonly pending: readonly string[];
      readonly inputs: Readonly<Record<string, string>>;
      /** The changed workflow that was accepted, if any. */
      readonly accepted?: {
        readonly workflow: WorkflowFacts;
        readonly stages: readonly StageRecord[];
        readonly tasks: readonly TaskFacts[];
        /** Tasks that are not what they were: what they saved means nothing any more. */
        readonly changed: readonly string[];
      };
    }
  | {
      readonly type: 'session.finished';
      readonly status: Exclude<SessionStatus, 'RUNNING'>;
      readonly reason: string | null;
    }
  | { readonly type: 'session.warned'; readonly code: string; readonly message: string; readonly taskId?: string }
  | { readonly type: 'task.started'; readonly taskId: string; readonly attempt: number }
  | {
      readonly type: 'task.launched';
      readonly taskId: string;
      readonly attempt: number;
      readonly pid: number;
      readonly mode: ExecutionMode;
      readonly command: string;
      /** Of the agent that the process is; other programs have none. */
      readonly adapter?: string;
    }
  | { readonly type: 'task.prompted'; readonly taskId: string; readonly attempt: number; readonly prompt: string }
  | { readonly type: 'task.input-sent'; readonly taskId: string; readonly text: string }
  | { readonly type: 'task.reported'; readonly taskId: string; readonly attempt: number; readonly event: AgentEvent }
  | { readonly type: 'task.conversed'; readonly taskId: string; readonly conversation: Conversation }
  | {
      readonly type: 'task.waiting';
      readonly taskId: string;
      readonly question: string;
      /** `terminal`: the agent's screen asks. `decision`, `text`: the node asks. */
      readonly kind: 'terminal' | 'decision' | 'text';
      /** When it is decided without a person; ISO 8601, UTC. */
      readonly deadline?: string;
    }
  | { readonly type: 'task.continued'; readonly taskId: string }
  | {
      readonly type: 'task.answered';
      readonly taskId: string;
      readonly decision: 'approve' | 'reject';
      readonly message: string;
    }
  /** The node took the oldest answer. */
  | { readonly type: 'task.answer-taken'; readonly taskId: string }
  | { readonly type: 'task.saved'; readonly taskId: string; readonly state: unknown }
  | {
      readonly type: 'task.retried';
      readonly taskId: string;
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: FailureReason;
      readonly message: string;
    }
  | {
      readonly type: 'task.finished';
      readonly taskId: string;
      readonly attempt: number;
      readonly status: 'DONE' | 'FAILED' | 'CANCELLED';
      readonly exitCode: number | null;
      readonly output: string | null;
      readonly failure?: TaskFailure;
    }
  /** Done in an earlier run, but the output of a task before it changed: it runs again. */
  | { readonly type: 'task.invalidated'; readonly taskId: string; readonly because: string }
  | { readonly type: 'task.skipped'; readonly taskId: string; readonly because: SkipReason };

/** What kind of fact it is, such as `task.started`. */
export type SessionEventType = SessionEventBody['type'];

/** What every event carries: its place in the journal, and its time. */
export interface EventHeader {
  /** Version of the event's form. */
  readonly v: 1;
  /** Grows by one with every event of the session, also over a resume. */
  readonly seq: number;
  /** ISO 8601, UTC, from the injected clock. */
  readonly ts: string;
  readonly sessionId: string;
}

/** One line of the journal: a fact about a session, in the past tense. */
export type SessionEvent = EventHeader & SessionEventBody;

/** Live output of a task; kept in its log, not in the journal. */
export interface TaskOutput extends OutputData {
  readonly taskId: string;
  readonly attempt: number;
}
