import type { ProcessExit } from './adapter.js';
import type { AgentUsage } from './agent-events.js';
import type { AgentOptions } from './agent-options.js';
import type { RenderedAs, ResourceKind, ResourceSearch } from './node-type.js';
import type { Outcome } from './outcome.js';

/** The powers of a running node. Everything ends when `signal` is aborted. */
export interface NodeContext {
  readonly nodeId: string;
  readonly sessionId: string;
  /** Counts from 1; grows with every retry. */
  readonly attempt: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A folder of the session that the node may fill. */
  readonly artifactsDir: string;
  readonly signal: AbortSignal;
  /** What the last `save` of this node stored, also across a crash and a resume; else undefined. */
  readonly saved: unknown;

  /** Fills in the references of a `deferred` template, with variables such as `LOOP_ITERATION` added. */
  render(template: string, variables?: Readonly<Record<string, string>>, as?: RenderedAs): string;
  /** A JSON file with the outputs of all tasks that are over: `{id: text}`. */
  outputsFile(): string;
  /** Runs the node's agent, with the adapter and options of the node. */
  runAgent(request: AgentRequest): Promise<AgentResult>;
  /** Runs a program of its own process group; its stdout goes to a file of the session. */
  spawn(request: ProcessRequest): Promise<ProcessResult>;
  /** Asks the person and waits for as long as it takes, across a resume too. */
  ask(question: Question): Promise<Answer>;
  /** Finds a file of the command or script folders, as at validation. */
  findResource(kind: ResourceKind, name: string, extensions: readonly string[]): ResourceSearch;
  /** Appends to the task's log. */
  log(text: string): void;
  /** Ends the whole session as CANCELLED. */
  cancelSession(reason: string): void;
  /** Stores a JSON value durably before it returns. */
  save(state: unknown): Promise<void>;
}

/** One run of the node's agent. */
export interface AgentRequest {
  /** Only an interactive agent can be run without. */
  readonly prompt?: string;
  /** Wins over the node's own options. */
  readonly options?: AgentOptions;
}

/** How a run of an agent ended. */
export interface AgentResult {
  readonly outcome: Outcome;
  /** The answer, or what there is of it. */
  readonly answer: string;
  /** With which `resume` continues the conversation; null where the agent did not tell it. */
  readonly conversationId: string | null;
  readonly usage: AgentUsage;
}

/** A program to run. It needs no shell: the arguments arrive as they are. */
export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Written to stdin, which is then closed; without it stdin is empty. */
  readonly input?: string;
  /** It only makes ready what the node needs, such as packages; where nothing is to be started, it is left out. */
  readonly prepares?: boolean;
}

/** How a program ended. */
export interface ProcessResult extends ProcessExit {
  /** The file that holds stdout, byte for byte; null when the program wrote nothing. */
  readonly stdoutFile: string | null;
  /** Set when the program could not be started. */
  readonly startError?: { readonly code: string; readonly message: string };
}

/** What a person is asked. */
export interface Question {
  readonly message: string;
  /** `decision` is yes or no with a reason; `text` wants an answer in words. */
  readonly kind: 'decision' | 'text';
  /** How long to wait; without it as long as it takes. */
  readonly timeoutMs?: number;
  /** What counts as the answer then; `reject` by default. */
  readonly onTimeout?: 'approve' | 'reject';
}

/** What a person decided, with the reason, the feedback or the answer in words. */
export interface Answer {
  readonly decision: 'approve' | 'reject';
  readonly message: string;
}
