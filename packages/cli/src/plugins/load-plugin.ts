import type { Plugin } from '@agentflow/plugin-sdk';
import { guardAdapters } from './guard-adapters.js';
import { guardNodeTypes } from './guard-node-types.js';
import { importPlugin } from './import-plugin.js';
import { type FoundPlugin, titleOf } from './plugin.js';
import { PluginCode } from './plugin-code.js';
import { brokenPlugin, PluginError } from './plugin-error.js';
import { probePlugin } from './probe-plugin.js';

/** Loads the code of a plugin, once; a `PluginError` says why that is not possible. */
export class PluginLoader {
  readonly #loaded = new Map<FoundPlugin, Promise<Plugin>>();

  load(plugin: FoundPlugin): Promise<Plugin> {
    const known = this.#loaded.get(plugin) ?? load(plugin);
    this.#loaded.set(plugin, known);
    return known;
  }
}

async function load(plugin: FoundPlugin): Promise<Plugin> {
  const { state, manifest, options } = plugin;
  if (state.kind !== 'ready') throw new PluginError(`${titleOf(plugin)}: ${state.reason}.`, state.hint);
  if (!manifest) throw new Error(`${plugin.name} is ready without a manifest.`);
  const request = { manifest, options };
  // What `plugins install` put there was tried then and does not change.
  const tried = plugin.isInstalled ? ({ ok: true } as const) : await probePlugin(request);
  if (!tried.ok) throw brokenPlugin(plugin, tried.reason);
  const code = new PluginCode(plugin, manifest.folder);
  return code.load(async () => guardAdapters(guardNodeTypes(await importPlugin(request), code), code));
}
