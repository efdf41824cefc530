import type { AdapterHost, IAgentAdapter, LaunchConfig, OutputData, ProcessExit } from '@agentflow/plugin-sdk';
import type { Reaper } from './reaper.js';

export type OutputStream = OutputData['stream'];

/** What both runners need to know about the one process they own. */
export interface RunnerOptions {
  readonly launch: LaunchConfig;
  /** Working folder, unless the launch config names its own. */
  readonly cwd: string;
  /** The whole environment; the launch config's `env` is laid over it. Nothing of `process.env` is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Hears the output; needs `host` to answer. */
  readonly adapter?: IAgentAdapter;
  readonly host?: AdapterHost;
  /** The mark of this process and all its descendants, from `Marks.next()`; a fresh one by default. */
  readonly token?: string;
  /** Ends the process should this program die without a chance to do so. */
  readonly reaper?: Reaper;
}

/** Why a process could not start: a system code such as `ENOENT`, or `missing-folder`, `pty-unavailable`. */
export interface StartError {
  readonly code: string;
  readonly message: string;
}

/** The process runs, or the reason why the system did not start it. */
export type StartResult =
  | { readonly ok: true; readonly pid: number }
  | { readonly ok: false; readonly error: StartError };

/** Listeners must not throw: they are called from the middle of reading. */
export interface RunnerEvents {
  /** Exactly what the process wrote, in order; may still come after `exit`, from processes it left behind. */
  bytes: [bytes: Buffer, stream: OutputStream];
  /** The same, decoded and cleaned; made only while somebody listens. Never after `exit`. */
  data: [output: OutputData];
  /** The process is over and everything it wrote has been emitted. Once, only after a successful start. */
  exit: [exit: ProcessExit];
  /** Nobody holds the output any more: no `bytes` will come. Once, after `exit`. */
  closed: [];
  /** An adapter's callback threw; the first time only. The run goes on. */
  adapterError: [error: unknown];
}

/** How patiently a process is stopped. */
export interface StopOptions {
  /** How long the processes may take to end by themselves before SIGKILL. 5,000 by default; 0 kills at once. */
  readonly graceMs?: number;
  /** The polite signal; SIGTERM by default. */
  readonly signal?: NodeJS.Signals;
  /** Aborting it ends the grace at once. */
  readonly now?: AbortSignal;
}

/** Owns one operating-system process: `AgentRunner` in a pseudo-terminal, `HeadlessRunner` on pipes. */
export interface Runner {
  /** Known from a successful start on, also after the end. Equals the process group. */
  readonly pid: number | undefined;
  /** How the process ended; null until `exit`. */
  readonly ended: ProcessExit | null;

  /** Call once. A process that cannot start is an answer, never an exception. */
  start(): Promise<StartResult>;
  /** Writes to the process's standard input; settled when all of it is handed over. Rejects when it cannot be. */
  send(text: string): Promise<void>;
  /** Ends the process and all its descendants; settled when they are gone and `exit` was emitted. */
  stop(options?: StopOptions): Promise<void>;
}
