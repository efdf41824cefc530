import type { SessionEvent, TaskOutput, WorkflowSession } from '@agentflow/core';

/** Where the logs of a session are. */
export interface LogPlaces {
  logFile(taskId: string, attempt: number): string;
}

/** Shows a session. Fed by events only; each callback is optional, and one that throws cannot break a run. */
export interface Renderer {
  /** The first call, before anything happens. */
  begin?(logs: LogPlaces): void;
  /** An event that is saved, with the session as it is after it. */
  onEvent?(event: SessionEvent, session: WorkflowSession): void;
  /** Live output; a renderer without this callback costs no decoding. */
  onOutput?(output: TaskOutput): void;
  /** The last call: the session is over, or the run of it ended by an error. Nothing is written until it is done. */
  close?(session: WorkflowSession): void | Promise<void>;
}

export const PROGRESS_KINDS = ['auto', 'tty', 'plain', 'json', 'quiet'] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];
