import type { CliError } from '../../cli-error.js';
import { toCliError } from '../../to-cli-error.js';
import { readLocked } from '../plugin-store.js';
import { type Installation, type Installed, installPlugin } from './install-plugin.js';
import { Interrupted } from './interruption.js';
import { parseRequest } from './package-request.js';

/** What became of one plugin. One that could not be updated is what it was. */
export type Updated = Installed | NotUpdated;

export interface NotUpdated {
  readonly name: string;
  readonly version: string;
  readonly change: 'failed';
  readonly previous: string;
  readonly error: CliError;
}

/** Updates installed plugins, each by itself: one that cannot be updated keeps no other from it. */
export async function updatePlugins(names: readonly string[], installation: Installation): Promise<Updated[]> {
  const results: Updated[] = [];
  for (const name of names) {
    const result = await update(name, installation);
    if (!isInterrupted(result)) results.push(result);
    else return [...results, hasChanged(results) ? { ...result, error: result.error.later() } : result];
  }
  return results;
}

async function update(name: string, installation: Installation): Promise<Updated> {
  const { version, source } = readLocked(installation.store)[name] ?? { version: '', source: '' };
  const newest = source.startsWith('npm:') ? `npm:${name}@latest` : source;
  try {
    const request = parseRequest(newest, installation.settings.root);
    return await installPlugin(request, { ...installation, isUpdate: true });
  } catch (error) {
    return { name, version, change: 'failed', previous: version, error: toCliError(error) };
  }
}

function isInterrupted(result: Updated): result is NotUpdated & { readonly error: Interrupted } {
  return result.change === 'failed' && result.error instanceof Interrupted;
}

function hasChanged(results: readonly Updated[]): boolean {
  return results.some(({ change }) => change === 'updated');
}
