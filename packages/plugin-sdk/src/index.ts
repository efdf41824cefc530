export type {
  AdapterFactory,
  AdapterHost,
  AdapterOptions,
  AgentProgram,
  AgentVerdict,
  ExecutionMode,
  IAgentAdapter,
  LaunchConfig,
  OptionMapping,
  OutputData,
  ProcessExit,
} from './adapter.js';
export {
  type AgentEnding,
  EndingRecord,
  type EndingRules,
  judgeEnding,
  type KnownFailure,
  type RecognisedFailure,
  recogniseFailure,
} from './agent-ending.js';
export type { AgentEvent, AgentUsage } from './agent-events.js';
export {
  type AgentOptionName,
  type AgentOptions,
  type JsonSchema,
  PERMISSIONS,
  type Permissions,
} from './agent-options.js';
export {
  type AdapterDefinition,
  type AgentObserver,
  createAdapter,
  type ModeDefinition,
  type PromptPlacement,
} from './create-adapter.js';
export type { Diagnostic, Severity } from './diagnostic.js';
export type { OptionArguments } from './map-options.js';
export type {
  AgentRequest,
  AgentResult,
  Answer,
  NodeContext,
  ProcessRequest,
  ProcessResult,
  Question,
} from './node-context.js';
export {
  type CheckHost,
  type ContinuedConversation,
  defineNodeType,
  type NodeProblem,
  type NodeType,
  type RenderedAs,
  type ResourceKind,
  type ResourceSearch,
  type TemplateKind,
} from './node-type.js';
export { FAILURE_REASONS, type FailureReason, type NodeOutput, type Outcome } from './outcome.js';
export { API_VERSION, definePlugin, isPlugin, type Plugin, type PluginDefinition, type PluginEntry } from './plugin.js';
export { questionAt, type ScreenQuestion, screenLines, watchScreen } from './screen-question.js';
export type { StandardIssue, StandardResult, StandardSchema } from './standard-schema.js';
export { numberOf, parseRecord, recordOf, recordsOf, type StreamRecord, textOf } from './stream-record.js';
