import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import { type FoundPlugin, titleOf } from './plugin.js';

/** A plugin that cannot be used: which, why, and what to do. */
export class PluginError extends CliError {
  constructor(message: string, hint: string) {
    super(message, { code: 'broken-plugin', exitCode: EXIT_CODES.PLUGIN, hint });
  }
}

/** The error of a plugin whose code is at fault. */
export function brokenPlugin(plugin: FoundPlugin, reason: string): PluginError {
  const { name, tier, namedBy } = plugin;
  const fix = plugin.isInstalled
    ? `Update it (agentflow plugins update ${name}), or take it out (agentflow plugins uninstall ${name}).`
    : `It was named by ${namedBy}; correct it, or take it out${tier === 'linked' ? `: agentflow plugins unlink ${name}` : '.'}`;
  return new PluginError(`${titleOf(plugin)}: ${reason.replace(/\.$/, '')}.`, fix);
}
