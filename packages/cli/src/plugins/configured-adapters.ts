import {
  type AdapterFactory,
  type AdapterSetting,
  type Diagnostic,
  didYouMean,
  Registry,
  type RegistryEntry,
} from '@agentflow/core';
import { type AgentProgram, createAdapter, type ExecutionMode, type IAgentAdapter } from '@agentflow/plugin-sdk';
import { isDefinition } from '../config/adapter-settings.js';
import { ConfigError } from '../config/load-config.js';
import type { ConfiguredAdapter, MergedConfig } from '../config/merge-config.js';
import { describeLost, isLost, type LostPlugin } from './lost-plugins.js';
import type { FoundPlugin } from './plugin.js';
import { PluginError } from './plugin-error.js';

/** The registered adapters with those of the config: agents as data, and changes to registered ones. */
export function withConfiguredAdapters(
  registered: Registry<AdapterFactory>,
  config: MergedConfig,
  plugins: readonly FoundPlugin[],
): Registry<AdapterFactory> {
  const lost = plugins.find(isLost);
  const entries = [...config.adapters].map(([name, configured]) => {
    const { file, setting } = configured;
    const base = registered.get(name);
    if (isDefinition(setting)) {
      const source = { plugin: file.label, version: '', origin: file.origin };
      const modes = Object.keys(setting.modes) as ExecutionMode[];
      const load = async () => withChanges(createAdapter(setting), { extraArgs: setting.extraArgs });
      return { name, source, modes, load };
    }
    if (!base && lost) return entryOfLost(name, configured, lost);
    if (!base) throw nothingToChange(name, configured, registered.names());
    return { ...base, load: async () => withChanges(await base.load(), setting) };
  });
  // A later entry counts.
  return new Registry([...registered.entries(), ...entries]);
}

/** A change to an adapter that a plugin may have had is wrong only where that adapter is used. */
function entryOfLost(name: string, { file }: ConfiguredAdapter, lost: LostPlugin): RegistryEntry<AdapterFactory> {
  const { hint } = lost.state;
  const why = `it may be of ${describeLost(lost)}`;
  return {
    name,
    source: { plugin: file.label, version: '', origin: file.origin },
    trouble: { reason: why, hint },
    load: () => Promise.reject(new PluginError(`${why}.`, hint)),
  };
}

function nothingToChange(name: string, { file, place }: ConfiguredAdapter, known: readonly string[]): ConfigError {
  const diagnostic: Diagnostic = {
    code: 'unknown-adapter',
    severity: 'error',
    message: `No adapter is called "${name}", so there is nothing to change about it.`,
    hint: didYouMean(name, known) ?? 'To declare an agent, give it a "command" and "modes".',
    file: file.label,
    ...place,
  };
  return new ConfigError([diagnostic], '');
}

/** The same adapter with other facts about its program, more environment, or arguments before those of the workflow. */
function withChanges(factory: AdapterFactory, setting: Partial<AdapterSetting>): AdapterFactory {
  const { command, env, extraArgs = [] } = setting;
  return (options) => {
    const adapter = factory(options);
    const program = programOf(adapter, setting);
    return {
      ...delegatesOf(adapter),
      name: adapter.name,
      ...(program && { program }),
      getLaunchConfig: (mode, prompt, args = []) => {
        const launch = adapter.getLaunchConfig(mode, prompt, [...extraArgs, ...args]);
        return { ...launch, ...(command !== undefined && { command }), ...(env && { env: { ...launch.env, ...env } }) };
      },
    };
  };
}

function programOf(adapter: IAgentAdapter, setting: Partial<AdapterSetting>): AgentProgram | undefined {
  const { command, versionArgs, installHint, testedVersions } = setting;
  const changes = {
    ...(command !== undefined && { command }),
    ...(versionArgs && { versionArgs }),
    ...(installHint !== undefined && { installHint }),
    ...(testedVersions !== undefined && { testedVersions }),
  };
  if (adapter.program || Object.keys(changes).length === 0)
    return adapter.program && { ...adapter.program, ...changes };
  // It says nothing about its program, but somebody does.
  return { command: adapter.getLaunchConfig('headless', '').command, versionArgs: ['--version'], ...changes };
}

/** An adapter may be an instance of a class, whose methods need their `this`. */
function delegatesOf(adapter: IAgentAdapter): Omit<IAgentAdapter, 'name' | 'getLaunchConfig'> {
  return {
    ...(adapter.mapOptions && { mapOptions: adapter.mapOptions.bind(adapter) }),
    ...(adapter.onOutput && { onOutput: adapter.onOutput.bind(adapter) }),
    ...(adapter.onLine && { onLine: adapter.onLine.bind(adapter) }),
    ...(adapter.onScreen && { onScreen: adapter.onScreen.bind(adapter) }),
    ...(adapter.judge && { judge: adapter.judge.bind(adapter) }),
  };
}
