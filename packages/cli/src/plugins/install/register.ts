import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addToList, removeFromList } from '@agentflow/core';
import { CliError } from '../../cli-error.js';
import type { ConfigFile } from '../../config/load-config.js';
import { userFolder } from '../../config/user-folders.js';
import { EXIT_CODES } from '../../exit-codes.js';
import type { ProjectSettings } from '../../project.js';
import type { PluginStore } from '../plugin-store.js';
import { writeWhole } from './whole-file.js';

/** Where plugins of a store are named. */
export interface Registration {
  readonly file: string;
  /** The config that is there already. */
  readonly existing: ConfigFile | undefined;
}

export function registrationOf(store: PluginStore, { files, root }: ProjectSettings): Registration {
  const existing = files.find(({ origin }) => origin === store.scope);
  const fresh = store.scope === 'user' ? join(userFolder(), 'config.yaml') : join(root, 'agentflow.config.yaml');
  return { existing, file: existing?.file ?? fresh };
}

/** Refuses a config that cannot be edited, before anything is installed. */
export function checkRegistration({ existing }: Registration, name: string): void {
  if (!existing?.isCode || isNamed(existing, name)) return;
  throw new CliError(`${existing.label} is a program, which AgentFlow does not edit; nothing was installed.`, {
    code: 'config-is-code',
    exitCode: EXIT_CODES.INVALID,
    hint: `Add ${JSON.stringify(name)} to its "plugins", then install the plugin again.`,
  });
}

/** Names a plugin in the config file; all else in it stays as it is. */
export function register({ file, existing }: Registration, name: string): void {
  if (existing?.isCode) return;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // Already there, perhaps with options: as it is.
  if (removeFromList(text, 'plugins', (item) => nameOf(item) === name) !== text) return;
  writeWhole(file, addToList(text, 'plugins', name));
}

/** Takes a plugin out of the config file; false where it was not named there. */
export function unregister({ file, existing }: Registration, name: string): boolean {
  if (!existing || !isNamed(existing, name)) return false;
  if (existing.isCode)
    throw new CliError(`${existing.label} is a program, which AgentFlow does not edit.`, {
      code: 'config-is-code',
      exitCode: EXIT_CODES.INVALID,
      hint: `Take ${JSON.stringify(name)} out of its "plugins", then uninstall the plugin again.`,
    });
  writeWhole(
    file,
    removeFromList(readFileSync(file, 'utf8'), 'plugins', (item) => nameOf(item) === name),
  );
  return true;
}

function isNamed({ config }: ConfigFile, name: string): boolean {
  return config.plugins.some((plugin) => plugin.name === name);
}

function nameOf(item: unknown): unknown {
  return Array.isArray(item) ? item[0] : item;
}
