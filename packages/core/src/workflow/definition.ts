import type { NodeType, TemplateKind } from '@agentflow/plugin-sdk';
import type { Path } from './problem.js';
import type { AgentValues, CommonValues, FileValues } from './schema/common.js';

/** What the user wrote, read field by field; a field that was wrong is reported and absent. */
export interface WorkflowDefinition {
  readonly file: FileValues;
  readonly body:
    | { readonly kind: 'stages'; readonly stages: readonly StageDefinition[] }
    | { readonly kind: 'nodes'; readonly nodes: readonly NodeDefinition[] };
}

export interface StageDefinition {
  readonly name: string;
  readonly continueOnError: boolean;
  readonly tasks: readonly TaskDefinition[];
}

/** A string of a node's config that may hold references. */
export interface TemplateText {
  readonly path: Path;
  readonly kind: TemplateKind;
  readonly text: string;
}

interface UnitDefinition {
  readonly id: string;
  readonly path: Path;
  readonly common: CommonValues;
  readonly agent: AgentValues;
  readonly templates: readonly TemplateText[];
}

export interface TaskDefinition extends UnitDefinition {
  readonly prompt?: string | undefined;
}

export interface NodeDefinition extends UnitDefinition {
  readonly typeName: string;
  readonly type: NodeType;
  /** Whether it takes the fields of agents. */
  readonly usesAgent: boolean;
  /** Undefined when the node type refused it, which is reported. */
  readonly config: unknown;
  readonly dependsOn: readonly string[];
}
