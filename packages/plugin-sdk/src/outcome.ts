/** Why an attempt failed, as a closed list so that retry rules and messages can rely on it. */
export const FAILURE_REASONS = [
  'exit-code',
  'signal',
  'not-started',
  'missing-program',
  'timed-out',
  'idle-timed-out',
  'agent-error',
  'bad-credentials',
  'rate-limited',
  'transport',
  'refused',
  'bad-output',
  'bad-reference',
  'limit-reached',
  'internal',
] as const;
/** One of `FAILURE_REASONS`. */
export type FailureReason = (typeof FAILURE_REASONS)[number];

/**
 * A node's output: a text, or the file that holds it when it may be too large for memory.
 * The last newline of a file is not part of the output.
 */
export type NodeOutput = string | { readonly file: string };

/** How an attempt of a task ended, as data. */
export type Outcome =
  | { readonly status: 'done'; readonly output: NodeOutput; readonly exitCode?: number | null }
  | {
      readonly status: 'failed';
      readonly reason: FailureReason;
      readonly message: string;
      readonly hint?: string;
      readonly exitCode?: number | null;
      readonly output?: NodeOutput;
    }
  | { readonly status: 'cancelled'; readonly message: string };
