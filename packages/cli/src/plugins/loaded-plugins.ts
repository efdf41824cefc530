import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FoundPlugin, titleOf } from './plugin.js';

interface LoadedPlugin {
  readonly plugin: FoundPlugin;
  /** How the places of its code begin in a stack. */
  readonly places: readonly string[];
}

/** Of the process, as uncaught errors are: which plugins have code in it. */
const loaded: LoadedPlugin[] = [];

/** To be called before code of a plugin comes into this process. */
export function noteLoaded(plugin: FoundPlugin, folder: string): void {
  const real = realpathSync(folder) + sep;
  loaded.push({ plugin, places: [real, pathToFileURL(real).href] });
}

/** Titles of the plugins whose code is in this process. */
export function loadedTitles(): string[] {
  return loaded.map(({ plugin }) => titleOf(plugin));
}

/** The plugin whose code an error comes from, as far as its stack tells. */
export function ownerOf(error: unknown): FoundPlugin | undefined {
  const stack = error instanceof Error ? error.stack : undefined;
  return loaded.find(({ places }) => places.some((place) => stack?.includes(place)))?.plugin;
}
