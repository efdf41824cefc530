import { type AdapterFactory, builtInNodeTypes, type NodeType, Registry, type RegistryEntry } from '@agentflow/core';
import type { Plugin } from '@agentflow/plugin-sdk';
import { bundledPlugins } from '../bundled/bundled-plugins.js';
import { PluginLoader } from './load-plugin.js';
import type { Trouble } from './manifest.js';
import { type FoundPlugin, type PluginState, type Tier, titleOf } from './plugin.js';
import { PluginError } from './plugin-error.js';

export interface PluginRegistries {
  readonly adapters: Registry<AdapterFactory>;
  readonly nodeTypes: Registry<NodeType>;
}

/** One plugin's claim to an id. */
interface Claim {
  readonly id: string;
  readonly plugin: string;
  readonly version: string;
  readonly tier: Tier;
  readonly namedBy: string;
  readonly state: PluginState;
  load(): Promise<Plugin>;
}

/** Names of everything that plugins contribute; their code is loaded when an entry is. */
export function pluginRegistries(plugins: readonly FoundPlugin[], version: string): PluginRegistries {
  const loader = new PluginLoader();
  const used = plugins.filter(({ shadowedBy }) => shadowedBy === undefined);
  const claims = (kind: 'adapters' | 'nodeTypes') => used.flatMap((plugin) => claimsOf(plugin, kind, loader));
  const bundled = bundledPlugins(version).flatMap(({ name, adapters, load }) =>
    adapters.map((id) => ({
      id,
      plugin: name,
      version,
      tier: 'bundled' as const,
      namedBy: 'AgentFlow',
      state: READY,
      load,
    })),
  );
  return {
    adapters: new Registry(
      toEntries([...claims('adapters'), ...bundled], (plugin, { id, tier }) => withSettings(plugin, id, tier, used)),
    ),
    nodeTypes: new Registry([
      ...toEntries(claims('nodeTypes'), (plugin, { id }) => plugin.nodeTypes?.[id]),
      // Last, because a later entry counts: what is built in cannot be replaced.
      ...builtInNodeTypes(version),
    ]),
  };
}

const READY: PluginState = { kind: 'ready' };

function claimsOf(plugin: FoundPlugin, kind: 'adapters' | 'nodeTypes', loader: PluginLoader): Claim[] {
  const { name, version, tier, namedBy, state } = plugin;
  const claim = { plugin: name, version: version ?? '', tier, namedBy, state, load: () => loader.load(plugin) };
  return plugin[kind].map((id) => ({ id, ...claim }));
}

function toEntries<Item>(
  claims: readonly Claim[],
  pick: (plugin: Plugin, claim: Claim) => Item | undefined,
): RegistryEntry<Item>[] {
  const ids = [...new Set(claims.map(({ id }) => id))];
  return ids.map((id) => {
    const all = claims.filter((claim) => claim.id === id);
    const [first] = all as [Claim];
    const rivals = all.filter(({ tier }) => tier === first.tier);
    const source = { plugin: first.plugin, version: first.version, origin: first.tier };
    const conflict = rivals.length > 1 ? conflictOf(id, rivals) : undefined;
    const trouble = conflict ?? (first.state.kind === 'ready' ? undefined : first.state);
    const load = () => (conflict ? refuse(conflict) : loadItem(first, pick));
    return { name: id, source, ...(trouble && { trouble: { reason: trouble.reason, hint: trouble.hint } }), load };
  });
}

async function loadItem<Item>(claim: Claim, pick: (plugin: Plugin, claim: Claim) => Item | undefined): Promise<Item> {
  const item = pick(await claim.load(), claim);
  if (item === undefined) throw new PluginError(`${claim.plugin} does not have "${claim.id}".`, 'Tell its author.');
  return item;
}

/** Which of two plugins is meant only a person can say. */
function conflictOf(id: string, rivals: readonly Claim[]): Trouble {
  const names = rivals.map((claim) => `${titleOf({ name: claim.plugin, version: claim.version })} (${claim.namedBy})`);
  return {
    reason: `"${id}" is contributed by ${names.join(' and by ')}`,
    hint: `Take one of them out of "plugins", or choose for one command: --plugin ${rivals[0]?.plugin}`,
  };
}

async function refuse({ reason, hint }: Trouble): Promise<never> {
  throw new PluginError(`${reason}.`, hint);
}

/** A factory gets the options that stand beside its plugin's name. */
function withSettings(
  plugin: Plugin,
  id: string,
  tier: Tier,
  used: readonly FoundPlugin[],
): AdapterFactory | undefined {
  const factory = plugin.adapters?.[id];
  const settings = used.find((found) => found.tier === tier && found.adapters.includes(id))?.options;
  if (!factory || settings === undefined) return factory;
  return (options) => factory({ ...options, settings });
}
