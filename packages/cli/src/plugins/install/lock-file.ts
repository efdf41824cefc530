import { type LockedPlugin, type PluginStore, readLocked } from '../plugin-store.js';
import { writeWhole } from './whole-file.js';

/** Writes the exact version of a plugin into the lock file; without a plugin, takes it out. */
export function writeLocked(store: PluginStore, name: string, plugin: LockedPlugin | undefined): void {
  const { [name]: _old, ...others } = readLocked(store);
  const all = { ...others, ...(plugin && { [name]: plugin }) };
  const plugins = Object.fromEntries(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)));
  writeWhole(store.lockFile, `${JSON.stringify({ lockVersion: 1, plugins }, null, 2)}\n`);
}
