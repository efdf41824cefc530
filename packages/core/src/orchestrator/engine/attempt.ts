import type {
  AgentEvent,
  AgentOptionName,
  AgentOptions,
  Answer,
  ExecutionMode,
  Outcome,
  OutputData,
  Question,
  RenderedAs,
} from '@agentflow/plugin-sdk';

/** The agent of an attempt, with its options as the adapter wants them. */
export interface AttemptAgent {
  readonly adapter: string;
  readonly mode: ExecutionMode;
  readonly extraArgs: readonly string[];
  readonly options: AgentOptions;
  /** Options that are only defaults: an adapter that lacks them does without. */
  readonly optional: readonly AgentOptionName[];
}

/** Absolute paths of the session's files that belong to an attempt. */
export interface AttemptFiles {
  readonly log: string;
  readonly output: string;
  /** Where a prompt goes that is too long for an argument. */
  readonly prompt: string;
  readonly artifactsDir: string;
}

/** Everything that running a node once needs, as a plain value: it could be run on another machine. */
export interface Attempt {
  readonly sessionId: string;
  readonly taskId: string;
  readonly name: string;
  /** Counts from 1 over the whole session. */
  readonly number: number;
  readonly type: string;
  /** The node's config with its references filled in. */
  readonly config: unknown;
  readonly agent?: AttemptAgent;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly outputType?: string;
  readonly files: AttemptFiles;
  readonly saved: unknown;
}

/** What a running attempt tells and asks. */
export interface AttemptHost {
  /** `adapter` is that of an agent; other programs have none. */
  launched(process: {
    readonly pid: number;
    readonly mode: ExecutionMode;
    readonly command: string;
    readonly adapter?: string;
  }): void;
  prompted(prompt: string): void;
  reported(event: AgentEvent): void;
  /** The agent's screen asks something; `working` when it goes on. */
  needsInput(question: string): void;
  working(): void;
  output(output: OutputData): void;
  /** Whether anybody wants `output`: decoding it costs time. */
  readonly wantsOutput: boolean;
  warn(code: string, message: string): void;
  /** Something the attempt wrote could not be kept: the session cannot go on. */
  lost(error: unknown): void;
  render(template: string, variables: Readonly<Record<string, string>>, as: RenderedAs): string;
  outputsFile(): string;
  ask(question: Question): Promise<Answer>;
  save(state: unknown): Promise<void>;
  cancelSession(reason: string): void;
  /** Why no agent may be started any more; undefined while one may. */
  budgetSpent(): string | undefined;
}

/** Why an attempt is stopped from outside. */
export type StopReason =
  /** The person says it is finished: it counts as done. */
  { readonly kind: 'completed' } | { readonly kind: 'cancelled'; readonly message: string };

/** In characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Somebody who looks at the terminal of a task. */
export interface TerminalViewer {
  /** First what draws the screen as it is on an empty one, then what the process writes. */
  bytes(bytes: Uint8Array): void;
  /** The process is over; `usedRows` are the rows of the screen that hold something. */
  ended(usedRows: number): void;
}

/** What can be done with an attempt until it is over. */
export interface RunningAttempt {
  /** Never rejects because of what the attempt does. */
  readonly ended: Promise<Outcome>;
  /** Types into the running agent; false when there is none that takes input. */
  send(text: string): boolean;
  resize(size: TerminalSize): void;
  /** Shows its terminal from now on. Returns the function that ends it; undefined when it has no terminal. */
  watch(viewer: TerminalViewer): (() => void) | undefined;
  /** Asks its processes to end, then forces them. */
  stop(reason: StopReason): void;
  /** Forces them at once. */
  kill(): void;
}

/** Runs attempts; nothing else may know on which machine. */
export interface AttemptPort {
  start(attempt: Attempt, host: AttemptHost): RunningAttempt;
}
