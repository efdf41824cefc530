import type { AdapterSetting, Diagnostic } from '@agentflow/core';
import type { AdapterDefinition } from '@agentflow/plugin-sdk';
import { ConfigError } from './load-config.js';
import type { MergedConfig } from './merge-config.js';

/** Whether a setting is a whole agent as data; else it says what is different about a registered one. */
export function isDefinition(setting: AdapterSetting): setting is AdapterSetting & AdapterDefinition {
  return setting.command !== undefined && setting.modes !== undefined;
}

/** What only a whole agent can have: a registered one builds and reads its command lines itself. */
const OF_DEFINITIONS = ['modes', 'options'] as const;

/** Refuses settings that would have no effect, asked of all files together: one may declare what another changes. */
export function checkAdapterSettings({ adapters }: MergedConfig): void {
  const diagnostics = [...adapters].flatMap(([name, { setting, sources }]) =>
    isDefinition(setting)
      ? []
      : OF_DEFINITIONS.flatMap((key): Diagnostic[] => {
          const source = sources[key];
          if (!source) return [];
          return [
            {
              code: 'invalid-value',
              severity: 'error',
              message: `"${key}" describes a whole agent, and "${name}" has no ${missing(setting)} here.`,
              hint: `Add what is missing, or change an agent that there is by ${CHANGEABLE}.`,
              file: source.file.label,
              ...source.place,
            },
          ];
        }),
  );
  if (diagnostics.length > 0) throw new ConfigError(diagnostics, '');
}

const CHANGEABLE = '"command", "env", "extraArgs", "versionArgs", "installHint" and "testedVersions"';

function missing({ command, modes }: AdapterSetting): string {
  return [command === undefined && '"command"', modes === undefined && '"modes"'].filter(Boolean).join(' and no ');
}
