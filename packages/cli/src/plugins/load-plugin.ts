import type { Plugin } from '@agentflow/plugin-sdk';
import { importPlugin } from './import-plugin.js';
import { loadLimitMs, tooSlow } from './load-limit.js';
import { type FoundPlugin, titleOf } from './plugin.js';
import { PluginError } from './plugin-error.js';
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
  if (!tried.ok) throw broken(plugin, tried.reason);
  try {
    return await importWithin(() => importPlugin(request));
  } catch (error) {
    throw broken(plugin, error instanceof Error ? error.message : String(error));
  }
}

function broken(plugin: FoundPlugin, reason: string): PluginError {
  const { name, tier, namedBy } = plugin;
  const fix = plugin.isInstalled
    ? `Update it (agentflow plugins update ${name}), or take it out (agentflow plugins uninstall ${name}).`
    : `It was named by ${namedBy}; correct it, or take it out${tier === 'linked' ? `: agentflow plugins unlink ${name}` : '.'}`;
  return new PluginError(`${titleOf(plugin)}: ${reason.replace(/\.$/, '')}.`, fix);
}

/** While a plugin is imported it can neither end this process nor write to stdout, which is for data. */
async function importWithin<Result>(run: () => Promise<Result>): Promise<Result> {
  const { exit } = process;
  const { write } = process.stdout;
  process.exit = (code) => {
    throw new Error(`it called process.exit(${code ?? ''}) while it was loaded`);
  };
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(tooSlow())), loadLimitMs());
  });
  try {
    return await Promise.race([run(), limit]);
  } finally {
    clearTimeout(timer);
    process.exit = exit;
    process.stdout.write = write;
  }
}
