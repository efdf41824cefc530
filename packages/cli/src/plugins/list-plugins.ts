import { bundledPlugins } from '../bundled/bundled-plugins.js';
import type { FoundPlugin } from './plugin.js';

/** A plugin as `plugins list` and `plugins inspect` show it. */
export interface ListedPlugin {
  readonly name: string;
  readonly version: string | null;
  readonly state: FoundPlugin['state']['kind'];
  readonly reason: string | null;
  readonly hint: string | null;
  /** flag, linked, project, user or bundled. */
  readonly source: FoundPlugin['tier'];
  readonly namedBy: string;
  readonly shadowedBy: string | null;
  readonly adapters: readonly string[];
  readonly nodeTypes: readonly string[];
  readonly folder: string | null;
}

/** Every plugin, highest first; those that come with AgentFlow last. No plugin code is loaded. */
export function listPlugins(plugins: readonly FoundPlugin[], version: string): ListedPlugin[] {
  const bundled = bundledPlugins(version).map(({ name, adapters }): ListedPlugin => {
    return {
      name,
      version,
      state: 'ready',
      reason: null,
      hint: null,
      source: 'bundled',
      namedBy: 'AgentFlow',
      shadowedBy: shadowOf(adapters, plugins),
      adapters,
      nodeTypes: [],
      folder: null,
    };
  });
  return [...plugins.map((plugin) => listed(plugin, plugins)), ...bundled];
}

function listed(plugin: FoundPlugin, all: readonly FoundPlugin[]): ListedPlugin {
  const { name, version, state, tier, namedBy, adapters, nodeTypes, manifest } = plugin;
  const above = all.slice(0, all.indexOf(plugin)).filter((other) => other.tier !== tier);
  return {
    name,
    version,
    state: state.kind,
    reason: state.kind === 'ready' ? null : state.reason,
    hint: state.kind === 'ready' ? null : state.hint,
    source: tier,
    namedBy,
    shadowedBy: plugin.shadowedBy ?? shadowOf([...adapters, ...nodeTypes], above),
    adapters,
    nodeTypes,
    folder: manifest?.folder ?? null,
  };
}

/** Who contributes the same ids on a higher level. */
function shadowOf(ids: readonly string[], above: readonly FoundPlugin[]): string | null {
  const shadow = above.find(({ adapters, nodeTypes, shadowedBy }) => {
    return shadowedBy === undefined && [...adapters, ...nodeTypes].some((id) => ids.includes(id));
  });
  return shadow ? shadow.name : null;
}
