import type { NodeType } from '@agentflow/plugin-sdk';
import type { TemplateText } from '../definition.js';
import type { PlanNode } from '../plan.js';
import type { Path } from '../problem.js';

/** A plan node on its way through validation, with what the checks need to know about its origin. */
export interface DraftNode {
  readonly node: Omit<PlanNode, 'stage'>;
  readonly path: Path;
  readonly noun: 'Node' | 'Task';
  readonly type: NodeType;
  readonly templates: readonly TemplateText[];
  /** Where the adapter was named. */
  readonly adapterPath: Path;
}
