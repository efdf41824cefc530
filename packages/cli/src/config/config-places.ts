import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The names of a project's config file; the first that exists counts. */
export const PROJECT_PLACES: readonly string[] = [
  'agentflow.config.yaml',
  'agentflow.config.json',
  'agentflow.config.js',
  'agentflow.config.mjs',
  'agentflow.config.ts',
  '.agentflowrc',
  '.agentflowrc.yaml',
  '.agentflowrc.json',
  'agentflow.config.yml',
  '.agentflowrc.yml',
];

/** The names in the user's config folder. */
export const USER_PLACES: readonly string[] = [
  'config.yaml',
  'config.json',
  'config.js',
  'config.mjs',
  'config.ts',
  'config.yml',
  ...PROJECT_PLACES,
];

/**
 * Whether a search upwards from a folder could find a config: up to the first package.json, as cosmiconfig's
 * strategy `project` has it. A cheap look, so that a project without a config need not load cosmiconfig.
 */
export function mayHaveConfig(folder: string): boolean {
  if (hasOneOf(folder, PROJECT_PLACES)) return true;
  const parent = dirname(folder);
  if (parent === folder || hasOneOf(folder, ['package.json', 'package.yaml'])) return false;
  return mayHaveConfig(parent);
}

export function hasOneOf(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(join(folder, name)));
}
