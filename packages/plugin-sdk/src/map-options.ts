import type { ExecutionMode, OptionMapping } from './adapter.js';
import type { AgentOptionName, AgentOptions, Permissions } from './agent-options.js';

/** Arguments for one option: a list in which `{}` stands for the value, or a function of the value. */
type ArgumentsFor<Value> = readonly string[] | ((value: Value, mode: ExecutionMode) => readonly string[]);

/** Shared option → arguments. A level of `permissions` that is not listed is unsupported. */
export interface OptionArguments {
  readonly model?: ArgumentsFor<string>;
  readonly permissions?: Readonly<Partial<Record<Permissions, readonly string[]>>>;
  readonly allowedTools?: ArgumentsFor<readonly string[]>;
  readonly deniedTools?: ArgumentsFor<readonly string[]>;
  readonly resume?: ArgumentsFor<string>;
  readonly newConversation?: ArgumentsFor<string>;
  readonly outputFormat?: ArgumentsFor<NonNullable<AgentOptions['outputFormat']>>;
}

/** Turns the options that are set into arguments, and lists those the agent has no arguments for. */
export function mapOptions(known: OptionArguments, mode: ExecutionMode, options: AgentOptions): OptionMapping {
  const args: string[] = [];
  const unsupported: AgentOptionName[] = [];
  for (const name of OPTION_ORDER) {
    const value = options[name];
    if (value === undefined) continue;
    const mapped = argumentsOf(known, name, value, mode);
    if (mapped) args.push(...mapped);
    else unsupported.push(name);
  }
  return { args, unsupported };
}

const OPTION_ORDER: readonly AgentOptionName[] = [
  'model',
  'permissions',
  'allowedTools',
  'deniedTools',
  'resume',
  'newConversation',
  'outputFormat',
];

function argumentsOf(
  known: OptionArguments,
  name: AgentOptionName,
  value: unknown,
  mode: ExecutionMode,
): readonly string[] | undefined {
  if (name === 'permissions') return known.permissions?.[value as Permissions];
  const mapping = known[name] as ArgumentsFor<unknown> | undefined;
  if (typeof mapping === 'function') return mapping(value, mode);
  return mapping?.map((argument) => argument.replaceAll('{}', () => asText(value)));
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value);
}
