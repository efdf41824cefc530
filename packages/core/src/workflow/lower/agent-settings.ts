import type { ExecutionMode } from '@agentflow/plugin-sdk';
import type { AgentSettings } from '../plan.js';
import type { Path, ProblemList } from '../problem.js';
import type { AgentValues, FileValues } from '../schema/common.js';

/** What applies to nodes that do not say otherwise. */
export interface AgentDefaults {
  readonly file: FileValues;
  /** `defaults.adapter` of the config file. */
  readonly adapter?: string | undefined;
  readonly executionMode: ExecutionMode;
}

/** The agent of a node: its own fields, then those of the file, then the configured defaults. */
export function toAgentSettings(values: AgentValues, defaults: AgentDefaults): AgentSettings {
  const { file } = defaults;
  const model = values.model ?? file.model;
  return {
    adapter: values.adapter ?? values.provider ?? file.adapter ?? file.provider ?? defaults.adapter ?? '',
    executionMode: values.executionMode ?? defaults.executionMode,
    extraArgs: values.extraArgs ?? [],
    ...(model !== undefined && { model }),
    ...(values.permissions && { permissions: values.permissions }),
    ...(values.allowed_tools && { allowedTools: values.allowed_tools }),
    ...(values.denied_tools && { deniedTools: values.denied_tools }),
    ...(values.output_format && { outputFormat: values.output_format }),
    ...(typeof values.context === 'object' && { resumeFrom: values.context.resume }),
  };
}

/** Where the adapter of a node was named, so that one wrong name in the file's head is reported there. */
export function adapterPathOf(values: AgentValues, file: FileValues, nodePath: Path): Path {
  if (values.adapter !== undefined) return [...nodePath, 'adapter'];
  if (values.provider !== undefined) return [...nodePath, 'provider'];
  if (file.adapter !== undefined) return ['adapter'];
  return file.provider === undefined ? nodePath : ['provider'];
}

/** `provider` is an alias: naming both leaves open which is meant. */
export function checkAlias(values: AgentValues | FileValues, path: Path, problems: ProblemList): void {
  if (values.adapter === undefined || values.provider === undefined) return;
  const message = '"provider" is another name for "adapter"; keep one.';
  problems.error('invalid-value', [...path, 'provider'], message, { at: 'key', hint: 'Take one of the two out.' });
}
