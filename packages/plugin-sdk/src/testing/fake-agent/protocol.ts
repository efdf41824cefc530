import type { Step } from './step.js';

/** What the fake agent tells a test that listens on its socket, one JSON object per line. */
export type Report =
  | { readonly launched: LaunchReport }
  /** A line of input, or in raw mode a piece of it. */
  | { readonly input: string }
  | { readonly inputEnded: true }
  | { readonly resized: { readonly columns: number; readonly rows: number } }
  | { readonly signal: NodeJS.Signals }
  | { readonly child: number }
  /** A question counts as done when it is shown. */
  | { readonly done: number }
  | { readonly failed: number; readonly message: string };

/** What the test tells the agent, one JSON object per line. */
export interface Command {
  readonly id: number;
  readonly step: Step;
}

/** How the fake agent was started. */
export interface LaunchReport {
  /** Which agent it is: `AGENTFLOW_FAKE_AGENT`, or a line `fake name NAME` in the prompt. */
  readonly name: string;
  readonly argv: readonly string[];
  readonly prompt: string | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly pid: number;
  readonly headless: boolean;
  readonly conversationId: string;
  /** Whether stdin and stdout are a terminal. */
  readonly tty: boolean;
  readonly columns: number | null;
  readonly rows: number | null;
}
