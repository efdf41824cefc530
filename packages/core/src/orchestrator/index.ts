export type {
  Attempt,
  AttemptHost,
  AttemptPort,
  RunningAttempt,
  TerminalSize,
  TerminalViewer,
} from './engine/attempt.js';
export type { SessionEnd } from './engine/session-end.js';
export { type OnFailure, WorkflowExecutor } from './engine/workflow-executor.js';
export type { EventHeader, SessionEvent, SessionEventBody, SessionEventType, TaskOutput } from './events.js';
export { Orchestrator } from './orchestrator.js';
export { type DryTask, dryRun } from './preview/dry-run.js';
export { type Simulation, simulate } from './preview/simulate.js';
export { readStubs, type Stub, type Stubs, StubsError } from './preview/stubs.js';
export { endDeadRun } from './session/dead-run.js';
export type { OrchestratorEnvironment, RunOptions, StartRequest } from './session/environment.js';
export type { ResumeRequest } from './session/resume.js';
export {
  SessionOverError,
  UnknownInputError,
  WorkflowChangedError,
  WorkflowInvalidError,
} from './session/workflow-errors.js';
export {
  type Conversation,
  isOver,
  SESSION_STATUSES,
  type SessionStatus,
  type SkipReason,
  type StageRecord,
  TASK_STATUSES,
  type TaskFacts,
  type TaskFailure,
  type TaskRecord,
  type TaskStatus,
  type UnknownUsage,
  type WorkflowFacts,
  type WorkflowSession,
} from './types.js';
