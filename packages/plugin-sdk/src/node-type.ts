import type { NodeContext } from './node-context.js';
import type { Outcome } from './outcome.js';
import type { StandardSchema } from './standard-schema.js';

/**
 * How the references in a string of a node's config are filled in.
 * `text`: before `run`, as plain text. `bash`: before `run`, as data that is never code.
 * `deferred`: by the type itself, with `context.render`. `literal`: never.
 */
export type TemplateKind = 'text' | 'bash' | 'deferred' | 'literal';

/** What a rendered template is: a text for people and agents, or a program in which every value is data, never code. */
export type RenderedAs = 'text' | 'bash' | 'javascript' | 'python';

/** A problem a node type found in its config at load; `path` is relative to the node. */
export interface NodeProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint?: string;
  readonly severity?: 'error' | 'warning';
  /** One of the documented codes; `invalid-node` if absent. */
  readonly code?: string;
}

/** The wish of a node to go on with a conversation; `path` leads from the node to the place that says so. */
export interface ContinuedConversation {
  readonly path: readonly (string | number)[];
  readonly required: boolean;
  readonly hint: string;
}

/** What a node type may look up while a workflow is checked. Nothing here starts a process. */
export interface CheckHost {
  /** Finds `<name><extension>` in the folders of that kind; names cannot leave those folders. */
  findResource(kind: ResourceKind, name: string, extensions: readonly string[]): ResourceSearch;
  /** Whether a program of that name is on the PATH. */
  hasProgram(name: string): boolean;
}

/** What kind of file is looked for, each kind in folders of its own. */
export type ResourceKind = 'command' | 'script';

/** The file that was found, or the folders that were searched and similar names in them. */
export type ResourceSearch =
  | { readonly found: true; readonly file: string }
  | { readonly found: false; readonly searched: readonly string[]; readonly similar: readonly string[] };

/**
 * A kind of node. Its config is the node's type key together with the fields of its own, for instance
 * `{script, runtime, deps}`; the common fields are the engine's and never part of it.
 */
export interface NodeType<Config = unknown> {
  /** Validates `{[type key]: value, ...own fields}`; zod 4 or anything with Standard Schema. */
  readonly schema: StandardSchema<Config>;
  /** Keys of the node besides the type's own name that belong to the config. */
  readonly fields?: readonly string[];
  /** Dotted config path → how its references are filled in; every other string is `text`. */
  readonly templates?: Readonly<Record<string, TemplateKind>>;
  /** Whether the node runs an agent: it then takes `adapter`, `model` and the other agent fields. */
  usesAgent?(config: Config): boolean;
  /** Whether the node may wait for a person. */
  needsPerson?(config: Config): boolean;
  /**
   * Whether it goes on with the agent's own conversation. Where the adapter cannot do that the workflow is refused if the
   * author asked for it (`required`); else a warning says so, with a hint how to agree to a new one each time.
   */
  continuesConversation?(config: Config): ContinuedConversation | undefined;
  /** Variables such as `LOOP_ITERATION` that its templates may use besides the common ones. */
  readonly variables?: readonly string[];
  /** Checks at load what a schema cannot say. */
  check?(config: Config, host: CheckHost): readonly NodeProblem[];
  run(config: Config, context: NodeContext): Promise<Outcome>;
}

/** Declares a node type with its config inferred from the schema. */
export function defineNodeType<Config>(nodeType: NodeType<Config>): NodeType<Config> {
  return nodeType;
}
