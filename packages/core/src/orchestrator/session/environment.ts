import type { Checkout } from '../../checkout/checkout.js';
import type { LoadEnvironment } from '../../workflow/load-workflow.js';
import type { Plan } from '../../workflow/plan.js';
import type { AttemptPort, TerminalSize } from '../engine/attempt.js';
import type { OnFailure } from '../engine/workflow-executor.js';
import type { SessionStore } from '../state/session-store.js';

/** Everything a session is run with. */
export interface OrchestratorEnvironment extends LoadEnvironment {
  readonly store: SessionStore;
  /** What tasks inherit; the workflow's own variables are added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock?: () => Date;
  readonly random?: () => number;
  /** Waits before a task is tried again, at most until the signal. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Names of variables whose values are never shown, besides those that look like secrets. */
  readonly redact?: readonly string[];
  /** Where attempts are run; on this machine by default. */
  readonly attempts?: AttemptPort;
  /** Who may work in which folder; anybody anywhere by default. */
  readonly checkout?: Checkout;
}

/** What may be chosen anew for each run of a session: also when it is resumed. */
export interface RunOptions {
  /** How many tasks run at once at most; the workflow's own limit holds too. */
  readonly concurrency?: number;
  readonly onFailure?: OnFailure;
  /** Whether somebody will call `answer`; without, a session that can only wait ends as PAUSED. */
  readonly canAsk?: boolean;
  readonly terminalSize?: TerminalSize;
}

/** What a new session runs, where, and with which values. */
export interface StartRequest extends RunOptions {
  readonly plan: Plan;
  readonly source: { readonly text: string; readonly file: string | null };
  /** The folder tasks work in. */
  readonly cwd: string;
  readonly goal?: string;
  readonly arguments?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly sessionId?: string;
}
