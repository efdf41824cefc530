import type { ExecutionMode, JsonSchema, Permissions } from '@agentflow/plugin-sdk';
import type { Expression } from './expressions/when-parser.js';

export const TRIGGER_RULES = [
  'all_success',
  'one_success',
  'none_failed_min_one_success',
  'all_done',
  'none_failed',
  'one_failed',
  'all_failed',
] as const;

/** How the ends of its dependencies decide whether a node runs. */
export type TriggerRule = (typeof TRIGGER_RULES)[number];

/** How a failed attempt is followed by another; the delay doubles up to its limit. */
export interface RetryPolicy {
  /** Counts all tries, the first included. */
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly maxDelayMs: number;
  readonly onError: 'all' | 'transient';
}

/** A `when` expression with the text it was written as. */
export interface WhenPolicy {
  readonly text: string;
  readonly expression: Expression;
}

/** When a node runs, how often it is tried, for how long, and what its output is. */
export interface NodePolicy {
  readonly triggerRule: TriggerRule;
  readonly when?: WhenPolicy;
  readonly retry?: RetryPolicy;
  readonly timeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly outputType?: string;
  readonly alwaysRun: boolean;
}

/** Which agent a node runs, and how. */
export interface AgentSettings {
  readonly adapter: string;
  readonly executionMode: ExecutionMode;
  readonly extraArgs: readonly string[];
  readonly model?: string;
  readonly permissions?: Permissions;
  readonly allowedTools?: readonly string[];
  readonly deniedTools?: readonly string[];
  readonly outputFormat?: JsonSchema;
  /** The node whose conversation is continued. */
  readonly resumeFrom?: string;
}

/** Static unit of a plan. */
export interface PlanNode {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly type: string;
  /** What the node type's schema made of it. */
  readonly config: unknown;
  readonly agent?: AgentSettings;
  readonly dependsOn: readonly string[];
  readonly policy: NodePolicy;
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Index into the plan's stages. */
  readonly stage: number;
}

/** An ordered group of nodes; in a `nodes:` workflow a layer of the graph, for display only. */
export interface PlanStage {
  readonly name: string;
  readonly nodeIds: readonly string[];
}

/** A value that `--input` may or must give to the workflow. */
export interface InputDeclaration {
  readonly description?: string;
  readonly required: boolean;
  readonly default?: string;
}

/** A validated acyclic graph of nodes: the engine's only input. Past validation nothing re-checks it. */
export interface Plan {
  readonly name: string;
  readonly description?: string;
  readonly kind: 'stages' | 'nodes';
  readonly goal?: string;
  readonly tags: readonly string[];
  readonly interactive: boolean;
  readonly mutatesCheckout: boolean;
  readonly inputs: Readonly<Record<string, InputDeclaration>>;
  readonly env: Readonly<Record<string, string>>;
  readonly maxParallel?: number;
  readonly failFast: boolean;
  readonly budgetUsd?: number;
  readonly timeoutMs?: number;
  readonly stages: readonly PlanStage[];
  /** In an order in which every node stands after its dependencies. */
  readonly nodes: readonly PlanNode[];
}
