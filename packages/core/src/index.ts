export type * from '@agentflow/plugin-sdk';
export { builtInNodeTypes } from './nodes/built-in-node-types.js';
export { type EntrySource, Registry, type RegistryEntry } from './registry.js';
export { DIAGNOSTIC_CODES, type DiagnosticCode } from './workflow/diagnostic-codes.js';
export { formatDiagnostics, type Paint, PLAIN } from './workflow/format-diagnostic.js';
export { type LoadEnvironment, type LoadResult, loadWorkflow, parseWorkflow } from './workflow/load-workflow.js';
export type {
  AgentSettings,
  InputDeclaration,
  NodePolicy,
  Plan,
  PlanNode,
  PlanStage,
  RetryPolicy,
  TriggerRule,
} from './workflow/plan.js';
export { createCheckHost, type ResourceFolders } from './workflow/resource-finder.js';
export { workflowJsonSchema } from './workflow/schema/json-schema.js';
export { didYouMean, suggest } from './workflow/suggest.js';
