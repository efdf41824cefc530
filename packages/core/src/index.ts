export type * from '@agentflow/plugin-sdk';
export { type Checkout, type CheckoutGuest, type CheckoutStay, openCheckout } from './checkout/checkout.js';
export type { AdapterSetting } from './config/config-fields.js';
export {
  type AdapterSpec,
  type Config,
  type ConfigPlace,
  type ConfigResult,
  checkConfig,
  type PluginSpec,
  readConfig,
} from './config/read-config.js';
export { askSession, attachToSession, type RemoteViewer } from './control/control-client.js';
export type { AttachedTerminal } from './control/controlled.js';
export type { ControlReply, ControlRequest } from './control/protocol.js';
export { builtInNodeTypes } from './nodes/built-in-node-types.js';
export * from './orchestrator/index.js';
export { FileSessionStore, type FileSessionStoreOptions } from './orchestrator/state/file-session-store.js';
export type { HistoryEntry } from './orchestrator/state/history.js';
export { acquireLock } from './orchestrator/state/lock.js';
export { makeFolders } from './orchestrator/state/make-folders.js';
export { localProcesses } from './orchestrator/state/process-table.js';
export { checkNewSessionId } from './orchestrator/state/session-id.js';
export { SessionManager } from './orchestrator/state/session-manager.js';
export type { SessionPaths } from './orchestrator/state/session-paths.js';
export type { SessionStore, SessionSummary } from './orchestrator/state/session-store.js';
export type { SessionView } from './orchestrator/state/session-view.js';
export { StateError, type StateErrorCode } from './orchestrator/state/state-error.js';
export { collectSecrets, createRedactor, type Redactor } from './output/redactor.js';
export { graphemes, textWidth } from './output/text-width.js';
export { type EntrySource, Registry, type RegistryEntry } from './registry.js';
export { AgentRunner, type AgentRunnerOptions } from './runners/agent-runner.js';
export { type HeadlessOptions, HeadlessRunner } from './runners/headless-runner.js';
export { createMarks, type Marks } from './runners/process-tree.js';
export { Reaper } from './runners/reaper.js';
export type { Runner, RunnerEvents, RunnerOptions, StartResult, StopOptions } from './runners/runner.js';
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
export { commonFieldNames } from './workflow/schema/common.js';
export { workflowJsonSchema } from './workflow/schema/json-schema.js';
export { addToList, removeFromList } from './workflow/source/edit-list.js';
export { readText } from './workflow/source/read-text.js';
export { didYouMean, suggest } from './workflow/suggest.js';
