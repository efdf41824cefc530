/** What `agentflow` exits with; the same with and without `--json`. */
export const EXIT_CODES = {
  DONE: 0,
  /** The session failed, or AgentFlow itself did. */
  FAILED: 1,
  USAGE: 2,
  /** The workflow or the config is invalid. */
  INVALID: 3,
  /** A plugin or an adapter is missing, broken or untrusted. */
  PLUGIN: 4,
  /** A person is waited for, and nobody can answer here. */
  WAITING: 5,
  CANCELLED: 6,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
