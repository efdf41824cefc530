import type {
  AdapterFactory,
  AdapterHost,
  AdapterOptions,
  AgentProgram,
  AgentVerdict,
  ExecutionMode,
  IAgentAdapter,
  LaunchConfig,
  OutputData,
  ProcessExit,
} from './adapter.js';
import { mapOptions, type OptionArguments } from './map-options.js';

/** Where the prompt stands: last, behind `--`, behind a flag, or joined to one (`--prompt=P`). */
export type PromptPlacement = 'last' | 'after-dashes' | { readonly flag: string; readonly join?: '=' };

/** How the program is started in one mode. */
export interface ModeDefinition {
  /** What makes the program run in this mode; stands before all other arguments. */
  readonly args?: readonly string[];
  readonly prompt: PromptPlacement;
  /** The program takes a prompt that begins with this for a command of its own; a blank before it prevents that. */
  readonly commandMark?: string;
}

/** An agent as data. */
export interface AdapterDefinition {
  /** The program: a name on the PATH, or a path. */
  readonly command: string;
  /** What makes the program print its version; `--version` by default. */
  readonly versionArgs?: readonly string[];
  /** The command that installs it, shown when the program is missing. */
  readonly installHint?: string;
  /** The versions the adapter was tested with, as a semver range. */
  readonly testedVersions?: string;
  /** A mode that is absent is refused when a task asks for it. */
  readonly modes: Readonly<Partial<Record<ExecutionMode, ModeDefinition>>>;
  /** Added to the task's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Shared option → arguments; an option that is not listed is unsupported. */
  readonly options?: OptionArguments;
  /** Makes the observer of one attempt: reads output, signals interactions, judges the end. */
  readonly observe?: (options: AdapterOptions) => AgentObserver;
}

/** The stateful half of an adapter, one per attempt. Its methods are those of `IAgentAdapter`. */
export interface AgentObserver {
  onOutput?(output: OutputData, host: AdapterHost): void;
  onLine?(line: string, host: AdapterHost): void;
  onScreen?(screen: string, host: AdapterHost): void;
  judge?(exit: ProcessExit): AgentVerdict;
}

/** Makes an adapter factory from data. */
export function createAdapter(definition: AdapterDefinition): AdapterFactory {
  return (options) => {
    const adapter: IAgentAdapter = {
      name: options.name,
      program: programOf(definition),
      getLaunchConfig: (mode, prompt, extraArgs = []) => launchConfig(definition, { mode, prompt, extraArgs }),
      mapOptions: (mode, agentOptions) => mapOptions(definition.options ?? {}, mode, agentOptions),
    };
    return { ...adapter, ...delegatesOf(definition.observe?.(options)) };
  };
}

/** An observer may be an instance of a class, whose methods are not its own properties and need their `this`. */
function delegatesOf(observer: AgentObserver = {}): AgentObserver {
  return {
    ...(observer.onOutput && { onOutput: observer.onOutput.bind(observer) }),
    ...(observer.onLine && { onLine: observer.onLine.bind(observer) }),
    ...(observer.onScreen && { onScreen: observer.onScreen.bind(observer) }),
    ...(observer.judge && { judge: observer.judge.bind(observer) }),
  };
}

interface LaunchRequest {
  readonly mode: ExecutionMode;
  readonly prompt: string | undefined;
  readonly extraArgs: readonly string[];
}

function launchConfig(definition: AdapterDefinition, { mode, prompt, extraArgs }: LaunchRequest): LaunchConfig {
  const modeDefinition = definition.modes[mode];
  if (!modeDefinition) throw new Error(`${definition.command} has no ${mode} mode.`);
  if (mode === 'headless' && prompt === undefined)
    throw new Error(`${definition.command} needs a prompt when headless.`);
  if (prompt?.includes('\0')) throw new Error('A prompt cannot hold a NUL character: no program argument can.');
  return {
    command: definition.command,
    args: [...(modeDefinition.args ?? []), ...extraArgs, ...placePrompt(modeDefinition, prompt)],
    ...(definition.env && { env: definition.env }),
  };
}

function placePrompt({ prompt: placement, commandMark }: ModeDefinition, written: string | undefined): string[] {
  if (written === undefined) return [];
  const prompt = commandMark !== undefined && written.startsWith(commandMark) ? ` ${written}` : written;
  if (placement === 'last') return [prompt];
  if (placement === 'after-dashes') return ['--', prompt];
  return placement.join ? [`${placement.flag}${placement.join}${prompt}`] : [placement.flag, prompt];
}

function programOf({ command, versionArgs, installHint, testedVersions }: AdapterDefinition): AgentProgram {
  return {
    command,
    versionArgs: versionArgs ?? ['--version'],
    ...(installHint !== undefined && { installHint }),
    ...(testedVersions !== undefined && { testedVersions }),
  };
}
