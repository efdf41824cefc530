export { type DryTask, dryRun } from './dry-run.js';
export type { Attempt, AttemptHost, AttemptPort, RunningAttempt, TerminalSize } from './engine/attempt.js';
export { type OnFailure, type SessionEnd, WorkflowExecutor } from './engine/workflow-executor.js';
export type { EventHeader, SessionEvent, SessionEventBody, SessionEventType, TaskOutput } from './events.js';
export { Orchestrator, type OrchestratorEnvironment, type RunOptions, type StartRequest } from './orchestrator.js';
export type { ResumeRequest } from './resume.js';
export { type Simulation, simulate } from './simulate/simulate.js';
export { readStubs, type Stub, type Stubs, StubsError } from './simulate/stubs.js';
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
  type WorkflowFacts,
  type WorkflowSession,
} from './types.js';
export { WorkflowChangedError, WorkflowInvalidError } from './workflow-errors.js';
