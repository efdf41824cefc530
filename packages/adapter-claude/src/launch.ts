import {
  type AdapterFactory,
  type AgentOptions,
  createAdapter,
  type ExecutionMode,
  type OptionArguments,
  type OptionMapping,
} from '@agentflow/plugin-sdk';
import { observeClaude } from './observer.js';

/** Makes the adapter of Claude Code; as root it refuses the flag that skips every question. */
export function createClaude(isRoot: boolean): AdapterFactory {
  const fromData = createAdapter({
    command: 'claude',
    installHint: 'npm install -g @anthropic-ai/claude-code',
    testedVersions: '>=2.1.197 <2.2',
    modes: {
      interactive: { prompt: 'after-dashes' },
      headless: {
        args: ['-p', '--output-format', 'stream-json', '--verbose'],
        prompt: 'after-dashes',
        commandMark: '/',
      },
    },
    // Older versions refuse to start inside another claude, which these two betray.
    env: { CLAUDECODE: undefined, CLAUDE_CODE_ENTRYPOINT: undefined },
    options: optionArguments(isRoot),
    observe: observeClaude,
  });
  return (options) => {
    const adapter = fromData(options);
    const mapEach = adapter.mapOptions ?? (() => NO_ARGUMENTS);
    return { ...adapter, mapOptions: (mode, agentOptions) => mapTogether(mapEach, mode, agentOptions) };
  };
}

/**
 * `--flag=a,b` throughout: with a space these flags would swallow the arguments that follow. Without a mode
 * claude takes one of its own: that of its settings, or in newer versions one that asks a model instead of the person.
 */
function optionArguments(isRoot: boolean): OptionArguments {
  return {
    model: ['--model', '{}'],
    permissions: {
      'read-only': ['--permission-mode', 'plan'],
      ask: ['--permission-mode', 'default'],
      edits: ['--permission-mode', 'acceptEdits'],
      full: isRoot ? [`--allowedTools=${EVERY_TOOL.join(',')}`] : ['--dangerously-skip-permissions'],
    },
    allowedTools: onlyTheseTools,
    deniedTools: (tools) => (tools.length === 0 ? [] : [`--disallowedTools=${tools.join(',')}`]),
    resume: ['--resume={}'],
    newConversation: ['--session-id={}'],
    outputFormat: ['--json-schema={}'],
  };
}

/** The tools that need a permission, and those that subagents and skills are made of. */
const EVERY_TOOL = [
  'Agent',
  'Bash',
  'Edit',
  'Glob',
  'Grep',
  'NotebookEdit',
  'Read',
  'Skill',
  'Task',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'Write',
];

/**
 * All that a read-only task is left with. Plan mode alone is not enough: whatever the settings of the person or
 * the project allow runs in it too. No shell: nothing tells apart which of its commands only read.
 */
const READING_TOOLS = [
  'Agent',
  'AskUserQuestion',
  'ExitPlanMode',
  'Glob',
  'Grep',
  'LSP',
  'Read',
  'Skill',
  'Task',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
];

/** Takes every other tool away. `--tools` knows built-in names only, without a pattern such as `Bash(git:*)`. */
function onlyTheseTools(tools: readonly string[]): readonly string[] {
  return [`--tools=${builtIn(tools).join(',')}`, ...(tools.some(isMcp) ? [] : ['--strict-mcp-config'])];
}

function builtIn(tools: readonly string[]): string[] {
  const names = tools.filter((tool) => !isMcp(tool)).map((tool) => tool.replace(/\(.*$/s, ''));
  return [...new Set(names)];
}

function isMcp(tool: string): boolean {
  return tool.startsWith('mcp__');
}

const NO_ARGUMENTS: OptionMapping = { args: [], unsupported: [] };

/**
 * What options mean for one another. A list of tools turns `full` into `ask`, since `full` would let anything
 * beyond the list's patterns run too; a read-only task may list reading tools only; and only headless claude
 * takes a schema.
 */
function mapTogether(
  mapEach: NonNullable<ReturnType<AdapterFactory>['mapOptions']>,
  mode: ExecutionMode,
  options: AgentOptions,
): OptionMapping {
  const { permissions, outputFormat, ...others } = options;
  const tools = options.allowedTools ?? [];
  const { args, unsupported } = mapEach(mode, {
    ...others,
    ...(permissions && { permissions: permissions === 'full' && options.allowedTools ? 'ask' : permissions }),
    ...(outputFormat && mode === 'headless' && { outputFormat }),
  });
  const isReadOnly = permissions === 'read-only';
  return {
    args: [
      ...args,
      ...(isReadOnly && !options.allowedTools ? [`--tools=${READING_TOOLS.join(',')}`] : []),
      ...(tools.length > 0 && runUnasked(mode, permissions) ? [`--allowedTools=${tools.join(',')}`] : []),
    ],
    unsupported: [
      ...unsupported,
      ...(isReadOnly && !builtIn(tools).every((tool) => READING_TOOLS.includes(tool)) ? ALLOWED_TOOLS : []),
      ...(outputFormat && mode === 'interactive' ? OUTPUT_FORMAT : []),
    ],
  };
}

const ALLOWED_TOOLS = ['allowedTools'] as const;
const OUTPUT_FORMAT = ['outputFormat'] as const;

/** Whether the listed tools run without a question: with `full`, and where nobody can be asked. */
function runUnasked(mode: ExecutionMode, permissions: AgentOptions['permissions']): boolean {
  if (permissions === 'read-only') return false;
  return permissions === 'full' || mode === 'headless';
}
