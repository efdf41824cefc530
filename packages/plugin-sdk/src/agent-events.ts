/** A fact an adapter read from its agent's output. */
export type AgentEvent =
  | {
      readonly type: 'session';
      readonly conversationId: string;
      readonly model?: string;
      /** Of the agent's program, where it tells it. */
      readonly version?: string;
    }
  | {
      readonly type: 'message';
      readonly text: string;
      /** A piece of a message. Pieces are not kept: tell the whole message as well when it is over. */
      readonly delta?: boolean;
    }
  | {
      readonly type: 'tool';
      readonly name: string;
      readonly state: 'started' | 'finished' | 'failed' | 'refused';
      readonly detail?: string;
    }
  | ({ readonly type: 'usage' } & AgentUsage & {
        /** `total` replaces what was known, `increment` adds to it; an adapter uses one of them, never both. */
        readonly counts: 'total' | 'increment';
      })
  | { readonly type: 'retry'; readonly reason: string; readonly attempt?: number; readonly delayMs?: number }
  | { readonly type: 'rate-limit'; readonly message: string; readonly resetsAt?: string }
  | { readonly type: 'result'; readonly ok: boolean; readonly text: string };

/** Tokens and money; what is unknown is null, never 0. */
export interface AgentUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
}
