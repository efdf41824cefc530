/** The names of the specification's requirements and scenarios, by file; README.md says which test proves each. */
export const SPEC_SCENARIOS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'core.md': {
    'PTY Process Management': ['Lifecycle Management', 'Bi-directional Communication'],
    'Headless Process Management': ['Headless Output Capture', 'Headless Input'],
    'Agent Adapter Interface': ['Unified Launch Configuration'],
    'Output Sanitization': ['ANSI Stripping'],
    'Centralized Workflow Management': ['Component Separation', 'Stage-Based Pipeline'],
    'Execution Modes': [
      'Runner Selection',
      'Headless Prompt Requirement',
      'Unified Prompt Injection',
      'Extra Arguments Validation',
      'Task Adapter Instantiation',
      'Task Name Default',
    ],
    'Task Definition Structure': ['Minimal Task Definition', 'Full Task Definition'],
    'Adapter Type Validation': ['Valid Adapter Type', 'Invalid Adapter Type'],
    'Interaction Handling': ['Interaction Needed'],
    'Task Completion': ['Exit-Based Completion', 'Manual Completion', 'Invalid Manual Completion'],
    'Session Context': ['Goal Persistence', 'History and Logs'],
    'Session Persistence': ['Checkpoint Saving', 'Resume Capability'],
    'Strict Output Isolation': ['Silent Execution'],
    'Modular Orchestrator Structure': ['Navigating the Codebase'],
  },
  'change-task-adapter.md': {
    'Execution Modes': [
      'Runner Selection',
      'Headless Prompt Requirement',
      'Unified Prompt Injection',
      'Extra Arguments Validation',
      'Task Adapter Instantiation',
      'Task Name Default',
    ],
    'Task Definition Structure': ['Minimal Task Definition', 'Full Task Definition'],
    'Adapter Type Validation': ['Valid Adapter Type', 'Invalid Adapter Type'],
  },
  'change-execution-modes-early.md': {
    'Execution Modes': ['Headless prompt requirement'],
    'Headless Process Management': ['Headless output capture'],
    'Interactive Prompt Dispatch': ['Ready output gating'],
    'Agent Adapter Interface': ['Launch Configuration', 'Headless Launch Configuration'],
  },
  'workflow-nodes.md': {
    'Workflow definition structure': ['Minimal valid workflow', 'Missing name'],
    'Seven node types': [
      'Node with exactly one mode field',
      'Node with multiple mode fields',
      'Node with no mode field',
    ],
    'Common node fields': ['Node id must be unique'],
    'Prompt node': ['Empty prompt rejected'],
    'Bash node': ['Bash node with timeout'],
    'Script node': ['Script with deps', 'Named script from disk'],
    'Loop node': ['Loop with completion signal', 'Loop exceeds max_iterations'],
    'Cancel node': ['Cancel terminates workflow'],
  },
};

/** Requirements that the early change removed; they have no scenario, and stay removed. */
export const REMOVED_REQUIREMENTS: readonly string[] = [
  'Auto-Approve Argument Injection',
  'Sequential Interaction for TUI Tasks',
  'Auto Policy Definition',
  'Standard Interaction Handlers',
  'Policy-Driven Interaction Resolution',
];
