import type { Diagnostic } from '@agentflow/core';
import { type FoundPlugin, titleOf } from './plugin.js';

/** A plugin that could not be looked into. */
export interface LostPlugin extends FoundPlugin {
  readonly state: Exclude<FoundPlugin['state'], { readonly kind: 'ready' }>;
}

/** Nobody knows what such a plugin contributes, unless a lock file does. */
export function isLost(plugin: FoundPlugin): plugin is LostPlugin {
  const { state, adapters, nodeTypes } = plugin;
  return state.kind === 'failed' && adapters.length + nodeTypes.length === 0;
}

/** Which plugin is lost, by whom it was named, and why. */
export function describeLost({ state, namedBy, ...plugin }: LostPlugin): string {
  return `${titleOf(plugin)} (${namedBy}), which cannot be used: ${state.reason}`;
}

const UNKNOWN_NAMES: ReadonlySet<string> = new Set(['unknown-adapter', 'no-node-type']);

/** Notes for a file that uses a name which nobody registered: a plugin that is lost may be why. */
export function notesOnLost(plugins: readonly FoundPlugin[], diagnostics: readonly Diagnostic[]): string[] {
  if (!diagnostics.some(({ code }) => UNKNOWN_NAMES.has(code))) return [];
  return plugins.filter(isLost).map((lost) => `note: It may be of ${describeLost(lost)}.\n  ${lost.state.hint}\n`);
}
