import { basename } from 'node:path';
import { type FlagTable, readFlags } from './flags.js';

export const PERSONALITIES = ['plain', 'silent', 'claude', 'gemini'] as const;
export type Personality = (typeof PERSONALITIES)[number];

/** What the fake agent was asked for, whichever CLI's flags said it. */
export interface Invocation {
  readonly as: Exclude<Personality, 'silent'>;
  readonly headless: boolean;
  /** `events`: the CLI's stream of JSON lines; `result`: its last record only; `text`: the answer alone; `nothing`: only what steps print. */
  readonly output: 'events' | 'result' | 'text' | 'nothing';
  readonly prompt: string | undefined;
  readonly model: string | undefined;
  readonly resume: string | undefined;
  readonly conversationId: string | undefined;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  readonly readOnly: boolean;
  readonly allowedTools: readonly string[] | undefined;
  readonly deniedTools: readonly string[];
  readonly wants: 'version' | 'help' | undefined;
}

/** Wrong usage, with the words and the exit code of the CLI that is played. */
export class UsageError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reads the arguments as the chosen CLI would. The personality is `--as NAME`, or the name it was called by. */
export function readCommandLine(program: string, args: readonly string[]): Invocation {
  const { as, rest } = personalityOf(program, args);
  return READERS[as](rest);
}

function personalityOf(program: string, args: readonly string[]): { as: Personality; rest: readonly string[] } {
  const [first = '', second] = args;
  const named = first === '--as' ? second : /^--as=(.*)$/.exec(first)?.[1];
  const rest = args.slice(named === undefined ? 0 : first === '--as' ? 2 : 1);
  const name = named ?? basename(program).replace(/\.[cm]?js$/, '');
  const as = PERSONALITIES.find((personality) => personality === name);
  if (named !== undefined && !as) throw new UsageError(`--as takes ${PERSONALITIES.join(', ')}, not ${named}.`, 2);
  return { as: as ?? 'plain', rest };
}

const NOTHING = {
  output: 'events',
  schema: undefined,
  readOnly: false,
  allowedTools: undefined,
  deniedTools: [],
  wants: undefined,
} as const;

const READERS: Readonly<Record<Personality, (args: readonly string[]) => Invocation>> = {
  plain(args) {
    const { values, switches, words } = readFlags(PLAIN_FLAGS, args, (flag) => usage(`Unknown option ${flag}.`, 2));
    return {
      ...NOTHING,
      as: 'plain',
      headless: switches.has('headless'),
      output: switches.has('text') ? 'text' : 'events',
      prompt: words[0],
      model: values.get('model'),
      resume: values.get('resume'),
      conversationId: values.get('session-id'),
      schema: schemaIn(values.get('output-schema')),
      readOnly: values.get('permissions') === 'read-only',
      allowedTools: listIn(values.get('allowed-tools')),
      deniedTools: listIn(values.get('denied-tools')) ?? [],
      wants: wanted(switches),
    };
  },

  /** Stands in for a program that we do not know: takes any arguments, and prints only what its steps say. */
  silent(args) {
    return {
      ...NOTHING,
      as: 'plain',
      headless: true,
      output: 'nothing',
      prompt: args.at(-1),
      model: undefined,
      resume: undefined,
      conversationId: undefined,
    };
  },

  claude(args) {
    const unknown = (flag: string) => usage(`error: unknown option '${flag}'`, 1);
    const { values, switches, words } = readFlags(CLAUDE_FLAGS, args, unknown);
    const headless = switches.has('print');
    const format = values.get('output-format') ?? 'text';
    if (headless && format === 'stream-json' && !switches.has('verbose')) {
      throw new UsageError('Error: When using --print, --output-format=stream-json requires --verbose', 1);
    }
    if (switches.has('skip-permissions') && process.getuid?.() === 0) {
      const reason = 'cannot be used with root/sudo privileges for security reasons';
      throw new UsageError(`--dangerously-skip-permissions ${reason}`, 1);
    }
    return {
      ...NOTHING,
      as: 'claude',
      headless,
      output: format === 'stream-json' ? 'events' : format === 'json' ? 'result' : 'text',
      prompt: words[0],
      model: values.get('model'),
      resume: values.get('resume'),
      conversationId: values.get('session-id'),
      schema: schemaIn(values.get('json-schema')),
      readOnly: values.get('permission-mode') === 'plan',
      allowedTools: listIn(values.get('tools')),
      deniedTools: listIn(values.get('disallowedTools')) ?? [],
      wants: wanted(switches),
    };
  },

  gemini(args) {
    const unknown = (flag: string) => usage(`Unknown argument: ${flag.replace(/^-+/, '')}`, 1);
    const { values, switches, words } = readFlags(GEMINI_FLAGS, args, unknown);
    const format = values.get('output-format') ?? 'text';
    return {
      ...NOTHING,
      as: 'gemini',
      headless: values.has('prompt'),
      output: format === 'stream-json' ? 'events' : format === 'json' ? 'result' : 'text',
      prompt: values.get('prompt') ?? values.get('prompt-interactive') ?? words[0],
      model: values.get('model'),
      resume: values.get('resume'),
      conversationId: values.get('session-id'),
      readOnly: values.get('approval-mode') === 'plan',
      wants: wanted(switches),
    };
  },
};

const PLAIN_FLAGS: FlagTable = {
  values: ['model', 'permissions', 'allowed-tools', 'denied-tools', 'resume', 'session-id', 'output-schema'],
  switches: ['headless', 'text', 'version', 'help'],
};

const CLAUDE_FLAGS: FlagTable = {
  values: [
    ...['output-format', 'input-format', 'model', 'fallback-model', 'permission-mode', 'resume', 'session-id'],
    ...['allowedTools', 'disallowedTools', 'tools', 'json-schema', 'max-turns', 'max-budget-usd', 'settings'],
    ...['system-prompt', 'append-system-prompt', 'mcp-config', 'add-dir', 'agents', 'setting-sources'],
  ],
  switches: [
    ...['print', 'verbose', 'skip-permissions', 'continue', 'strict-mcp-config', 'include-partial-messages'],
    ...['fork-session', 'debug', 'version', 'help'],
  ],
  aliases: {
    ...{ '-p': 'print', '-r': 'resume', '-c': 'continue', '-d': 'debug', '-v': 'version', '-h': 'help' },
    ...{ '--allowed-tools': 'allowedTools', '--disallowed-tools': 'disallowedTools' },
    '--dangerously-skip-permissions': 'skip-permissions',
  },
};

const GEMINI_FLAGS: FlagTable = {
  values: [
    ...['model', 'prompt', 'prompt-interactive', 'output-format', 'approval-mode', 'resume', 'session-id'],
    ...['allowed-tools', 'include-directories', 'extensions', 'policy'],
  ],
  switches: ['yolo', 'sandbox', 'debug', 'skip-trust', 'version', 'help'],
  aliases: {
    ...{ '-m': 'model', '-p': 'prompt', '-i': 'prompt-interactive', '-o': 'output-format', '-r': 'resume' },
    ...{ '-e': 'extensions', '-y': 'yolo', '-s': 'sandbox', '-d': 'debug', '-v': 'version', '-h': 'help' },
  },
  refusesDashes: true,
};

function usage(message: string, exitCode: number): never {
  throw new UsageError(message, exitCode);
}

function wanted(switches: ReadonlySet<string>): Invocation['wants'] {
  return switches.has('version') ? 'version' : switches.has('help') ? 'help' : undefined;
}

function listIn(value: string | undefined): string[] | undefined {
  return value?.split(',').filter(Boolean);
}

function schemaIn(value: string | undefined): Record<string, unknown> | undefined {
  return value === undefined ? undefined : (JSON.parse(value) as Record<string, unknown>);
}
