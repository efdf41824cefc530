/** What an agent may do without asking. */
export const PERMISSIONS = ['read-only', 'ask', 'edits', 'full'] as const;
/** One of `PERMISSIONS`. */
export type Permissions = (typeof PERMISSIONS)[number];

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Options that agents share. An adapter maps each to its CLI's arguments; one it cannot honour is
 * refused at validation, never ignored, because ignoring it would let the agent do more than the author allowed.
 */
export interface AgentOptions {
  readonly model?: string;
  readonly permissions?: Permissions;
  /** `[]` allows none. */
  readonly allowedTools?: readonly string[];
  readonly deniedTools?: readonly string[];
  /** Id of an earlier conversation of the same agent to continue. */
  readonly resume?: string;
  /** A UUID for the conversation that begins: an interactive agent does not tell its own. */
  readonly newConversation?: string;
  /** The answer's JSON Schema, for agents that can take one. */
  readonly outputFormat?: JsonSchema;
}

/** The name of an option that agents share. */
export type AgentOptionName = keyof AgentOptions;
