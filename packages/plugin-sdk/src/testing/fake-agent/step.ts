/** One thing the fake agent does. As text: the name, then its arguments, for instance `exit 3`. */
export type Step =
  | { readonly do: 'print' | 'write' | 'stderr' | 'say'; readonly text: string }
  | AnsiStep
  | { readonly do: 'sleep'; readonly ms: number }
  | { readonly do: 'ask'; readonly question: string }
  | { readonly do: 'answer' | 'finish' | 'hang' | 'raw-mode' | 'echo-args' | 'echo-cwd' }
  | { readonly do: 'echo-env'; readonly names: readonly string[] }
  | { readonly do: 'tool'; readonly name: string; readonly detail?: string; readonly state?: ToolState }
  | {
      readonly do: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd?: number | null;
    }
  | { readonly do: 'retry-event'; readonly reason: string; readonly attempt?: number; readonly delayMs?: number }
  | { readonly do: 'rate-limit-event' | 'error-event'; readonly message: string }
  | SpawnChildStep
  | { readonly do: 'ignore-signals'; readonly signals?: readonly NodeJS.Signals[] }
  | { readonly do: 'split-utf8' | 'split-ansi'; readonly text?: string; readonly pauseMs?: number }
  | { readonly do: 'flood' | 'say-flood'; readonly bytes: number }
  | { readonly do: 'drip'; readonly text: string; readonly intervalMs?: number }
  | { readonly do: 'crash'; readonly how?: 'kill' | 'uncaught' | 'abort' }
  | { readonly do: 'exit'; readonly code: number }
  | { readonly do: 'write-file'; readonly path: string; readonly text: string };

/** What a step does. */
export type StepName = Step['do'];

/** Without a state a tool is started and finished. */
export type ToolState = 'started' | 'finished' | 'failed' | 'refused';

/** Styled text, after the cursor was moved and something was cleared, if asked for. */
export interface AnsiStep {
  readonly do: 'ansi';
  readonly text: string;
  readonly style?: readonly string[];
  /** Row and column, from 1. */
  readonly at?: readonly [number, number];
  readonly clear?: 'screen' | 'line';
}

/** Starts a child that sleeps, and does not wait for it. */
export interface SpawnChildStep {
  readonly do: 'spawn-child';
  readonly seconds: number;
  readonly ignoreTerm?: boolean;
  /** Leads a session and process group of its own, as a daemon does. */
  readonly ownSession?: boolean;
  /** Keeps the agent's stdout and stderr open. */
  readonly holdStdout?: boolean;
  /** Where the child's process id is written. */
  readonly pidFile?: string;
}
