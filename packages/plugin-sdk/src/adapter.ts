import type { AgentEvent } from './agent-events.js';
import type { AgentOptionName, AgentOptions } from './agent-options.js';
import type { FailureReason } from './outcome.js';

/** `interactive`: in a pseudo-terminal, a person may type. `headless`: in pipes, nobody can answer. */
export type ExecutionMode = 'interactive' | 'headless';

/** How to start one process of an agent CLI. */
export interface LaunchConfig {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the task's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

/** What the core hands to an adapter factory, once per attempt of a task. */
export interface AdapterOptions {
  /** Display name of the task; its id unless the workflow says otherwise. */
  readonly name: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The options given beside the plugin's name in the config file. */
  readonly settings?: unknown;
}

/** One piece of output, exactly as it came and without terminal control sequences. */
export interface OutputData {
  readonly stream: 'stdout' | 'stderr' | 'terminal';
  readonly raw: string;
  readonly clean: string;
}

/** How an operating-system process ended; one of the two is null. */
export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** What an adapter tells the core while its agent works. */
export interface AdapterHost {
  emit(event: AgentEvent): void;
  /** The agent waits for a person: the task becomes `WAITING_FOR_USER` and the question is shown. */
  needsInput(question: string): void;
  /** The agent works again: the task returns to `RUNNING`. */
  working(): void;
}

/** What an adapter makes of a finished headless process: exit 0 alone is not success. */
export type AgentVerdict =
  | { readonly ok: true; readonly answer: string }
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      readonly message: string;
      readonly hint?: string;
      /** The agent does not know the conversation it was to continue: the core begins a new one, and says so. */
      readonly conversationLost?: true;
    };

/** Launch arguments for shared options, and the options this agent cannot honour. */
export interface OptionMapping {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly unsupported: readonly AgentOptionName[];
}

/** The program behind an adapter, for `agentflow doctor` and for error messages. */
export interface AgentProgram {
  readonly command: string;
  readonly versionArgs: readonly string[];
  /** The command that installs it, shown when the program is missing. */
  readonly installHint?: string;
  /** The versions the adapter was tested with, as a semver range. */
  readonly testedVersions?: string;
}

/**
 * Knows one AI CLI. A new instance is made for every attempt, so an instance may keep state about
 * the one process it belongs to and shares nothing with another.
 */
export interface IAgentAdapter {
  readonly name: string;
  readonly program?: AgentProgram;

  /**
   * Pure. The arguments are: those of the mode, then `extraArgs` in their order, then the prompt.
   * The prompt is never written to stdin. Throws when headless is asked for without a prompt.
   */
  getLaunchConfig(mode: ExecutionMode, prompt?: string, extraArgs?: readonly string[]): LaunchConfig;

  /** Pure. Turns shared options into arguments; an adapter without it supports none of them. */
  mapOptions?(mode: ExecutionMode, options: AgentOptions): OptionMapping;

  /** Every piece of output the runner emits, in both modes. */
  onOutput?(output: OutputData, host: AdapterHost): void;

  /** Headless: every whole line of stdout, without its line break. */
  onLine?(line: string, host: AdapterHost): void;

  /** Interactive: the last lines of the rendered screen, whenever output has become quiet. */
  onScreen?(screen: string, host: AdapterHost): void;

  /** Headless: judges exit code and events together. Without it exit 0 is success and stdout is the answer. */
  judge?(exit: ProcessExit): AgentVerdict;
}

/** Makes the adapter of one attempt. A class behind an arrow function is as good as `createAdapter`. */
export type AdapterFactory = (options: AdapterOptions) => IAgentAdapter;
