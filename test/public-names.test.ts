import { expect, test } from 'vitest';
import { publicNames, undocumentedNames } from './public-names.js';

test('WHEN somebody imports the plugin-sdk THEN its public names are these', () => {
  expect(publicNames('plugin-sdk')).toMatchInlineSnapshot(`
    "type AdapterDefinition
    type AdapterFactory
    type AdapterHost
    type AdapterOptions
    type AgentEnding
    type AgentEvent
    type AgentObserver
    type AgentOptionName
    type AgentOptions
    type AgentProgram
    type AgentRequest
    type AgentResult
    type AgentUsage
    type AgentVerdict
    type Answer
    API_VERSION
    type CheckHost
    type ContinuedConversation
    createAdapter
    defineNodeType
    definePlugin
    type Diagnostic
    EndingRecord
    type EndingRules
    type ExecutionMode
    FAILURE_REASONS
    type FailureReason
    type IAgentAdapter
    isPlugin
    type JsonSchema
    judgeEnding
    type KnownFailure
    type LaunchConfig
    type ModeDefinition
    type NodeContext
    type NodeOutput
    type NodeProblem
    type NodeType
    numberOf
    type OptionArguments
    type OptionMapping
    type Outcome
    type OutputData
    parseRecord
    type Permissions
    PERMISSIONS
    type Plugin
    type PluginDefinition
    type PluginEntry
    type ProcessExit
    type ProcessRequest
    type ProcessResult
    type PromptPlacement
    type Question
    questionAt
    type RecognisedFailure
    recogniseFailure
    recordOf
    recordsOf
    type RenderedAs
    type ResourceKind
    type ResourceSearch
    screenLines
    type ScreenQuestion
    type Severity
    type StandardIssue
    type StandardResult
    type StandardSchema
    type StreamRecord
    type TemplateKind
    textOf
    watchScreen"
  `);
});

test.each(['plugin-sdk/src/index.ts', 'plugin-sdk/src/testing/index.ts', 'core/src/index.ts'])(
  'WHEN an author reads a name of %s in an editor THEN it says what it is',
  (entry) => {
    expect(undocumentedNames(entry)).toEqual([]);
  },
);

test('WHEN somebody imports core THEN its public names are these', () => {
  expect(publicNames('core')).toMatchInlineSnapshot(`
    "* of @agentflow/plugin-sdk
    acquireLock
    type AdapterSetting
    type AdapterSpec
    addToList
    AgentRunner
    type AgentRunnerOptions
    type AgentSettings
    askSession
    type AttachedTerminal
    attachToSession
    type Attempt
    type AttemptHost
    type AttemptPort
    builtInNodeTypes
    checkConfig
    checkNewSessionId
    type Checkout
    type CheckoutGuest
    type CheckoutStay
    collectSecrets
    commonFieldNames
    type Config
    type ConfigPlace
    type ConfigResult
    type ControlReply
    type ControlRequest
    type Conversation
    createCheckHost
    createMarks
    createRedactor
    DIAGNOSTIC_CODES
    type DiagnosticCode
    didYouMean
    dryRun
    type DryTask
    endDeadRun
    type EntrySource
    type EventHeader
    FileSessionStore
    type FileSessionStoreOptions
    formatDiagnostics
    graphemes
    type HeadlessOptions
    HeadlessRunner
    type HistoryEntry
    type InputDeclaration
    isOver
    type LoadEnvironment
    type LoadResult
    loadWorkflow
    localProcesses
    makeFolders
    type Marks
    type NodePolicy
    type OnFailure
    openCheckout
    Orchestrator
    type OrchestratorEnvironment
    type Paint
    parseWorkflow
    PLAIN
    type Plan
    type PlanNode
    type PlanStage
    type PluginSpec
    readConfig
    readStubs
    readText
    Reaper
    type Redactor
    Registry
    type RegistryEntry
    type RemoteViewer
    removeFromList
    type ResourceFolders
    type ResumeRequest
    type RetryPolicy
    type Runner
    type RunnerEvents
    type RunnerOptions
    type RunningAttempt
    type RunOptions
    SESSION_STATUSES
    type SessionEnd
    type SessionEvent
    type SessionEventBody
    type SessionEventType
    SessionManager
    SessionOverError
    type SessionPaths
    type SessionStatus
    type SessionStore
    type SessionSummary
    type SessionView
    simulate
    type Simulation
    type SkipReason
    type StageRecord
    type StartRequest
    type StartResult
    StateError
    type StateErrorCode
    type StopOptions
    type Stub
    type Stubs
    StubsError
    suggest
    TASK_STATUSES
    type TaskFacts
    type TaskFailure
    type TaskOutput
    type TaskRecord
    type TaskStatus
    type TerminalSize
    type TerminalViewer
    textWidth
    type TriggerRule
    UnknownInputError
    type UnknownUsage
    WorkflowChangedError
    WorkflowExecutor
    type WorkflowFacts
    WorkflowInvalidError
    workflowJsonSchema
    type WorkflowSession"
  `);
});
