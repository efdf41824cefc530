import type { MergedConfig } from '../config/merge-config.js';
import { PluginLocator } from './locate-plugin.js';
import { type Manifest, readManifest, type Trouble } from './manifest.js';
import { type FoundPlugin, type PluginState, type Tier, titleOf } from './plugin.js';
import { PluginError } from './plugin-error.js';
import { lookAtLinks, type PluginStore, userStore } from './plugin-store.js';
import { refusal } from './refusal.js';
import { REPAIR } from './store-file.js';

/** Where plugins are looked for. */
export interface PluginPlaces {
  /** The working folder, which `--plugin` is relative to. */
  readonly folder: string;
  readonly store: PluginStore;
  readonly config: MergedConfig;
  /** Values of `--plugin`. */
  readonly flags: readonly string[];
  /** Of this AgentFlow. */
  readonly version: string;
}

interface Naming {
  readonly name: string;
  readonly tier: Tier;
  readonly namedBy: string;
  readonly from: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Why it need not be looked for. */
  readonly trouble?: Trouble;
}

/**
 * Every plugin that is named somewhere, highest first, from manifests alone: no plugin code is loaded. One that is not
 * there is an error only if `--plugin` names it: who typed the name wants it now.
 */
export function discoverPlugins(places: PluginPlaces): FoundPlugin[] {
  const locator = new PluginLocator();
  const found: FoundPlugin[] = [];
  for (const naming of namings(places)) {
    const plugin = describe(naming, locator, places);
    const higher = found.find(({ name, shadowedBy }) => name === plugin.name && shadowedBy === undefined);
    // Named twice in one file or on two levels: the first counts.
    found.push(higher ? { ...plugin, shadowedBy: `${higher.name} of ${higher.namedBy}` } : plugin);
  }
  return found.map((plugin) => {
    const { tier, state } = plugin;
    return tier === 'flag' && state.kind === 'failed' ? chosen(plugin, state, found) : plugin;
  });
}

/** `--plugin NAME` may also mean one that is named elsewhere, by its folder perhaps: it chooses between two. */
function chosen(flagged: FoundPlugin, { reason, hint }: Trouble, found: readonly FoundPlugin[]): FoundPlugin {
  const meant = found.find(({ name, tier, manifest }) => name === flagged.name && tier !== 'flag' && manifest);
  if (!meant) throw new PluginError(`${titleOf(flagged)} (${flagged.namedBy}): ${reason}.`, hint);
  const { shadowedBy: _flagged, ...facts } = meant;
  return { ...facts, tier: flagged.tier, namedBy: flagged.namedBy };
}

function namings({ folder, store, config, flags }: PluginPlaces): Naming[] {
  return [
    ...flags.map((name) => ({ name, tier: 'flag' as const, namedBy: '--plugin', from: folder })),
    ...[store, userStore()].flatMap((place) => linked(place, folder)),
    ...config.plugins.map(({ name, options, file, place }) => ({
      name,
      options,
      tier: file.origin,
      namedBy: `${file.label}:${place.line}`,
      from: file.folder,
    })),
  ];
}

/** A file of links that makes no sense stands for the plugins that it may have named. */
function linked(store: PluginStore, from: string): Naming[] {
  const { entries, spoilt, unreadable, file } = lookAtLinks(store);
  const facts = { tier: 'linked', namedBy: 'plugins link', from } as const;
  const reason = `what ${file} says about it makes no sense`;
  return [
    ...Object.values(entries).map((name) => ({ ...facts, name })),
    ...spoilt.map((name) => ({ ...facts, name, trouble: { reason, hint: REPAIR } })),
    ...(unreadable === undefined
      ? []
      : [{ ...facts, name: file, trouble: { reason: `it cannot be read: ${unreadable}`, hint: REPAIR } }]),
  ];
}

function describe(naming: Naming, locator: PluginLocator, { version, store }: PluginPlaces): FoundPlugin {
  const { name, tier, namedBy, options, trouble } = naming;
  const facts = { tier, namedBy, options };
  if (trouble) {
    const state = { kind: 'failed', ...trouble } as const;
    return { ...facts, name, version: null, state, adapters: [], nodeTypes: [], isInstalled: false };
  }
  const stores = tier === 'project' ? [] : tier === 'user' ? [userStore()] : [store, userStore()];
  const location = locator.locate(name, naming.from, stores);
  if (!location.ok) {
    // What was installed once is known by the lock file, so that whoever uses it hears what is missing.
    const locked = [store, ...stores].map((place) => locator.lockedIn(place).entries[name]).find(Boolean);
    const { adapters = [], nodeTypes = [] } = locked?.contributes ?? {};
    const state = { kind: 'failed', reason: location.reason, hint: locked ? RESTORE : location.hint } as const;
    return { ...facts, name, version: locked?.version ?? null, state, adapters, nodeTypes, isInstalled: false };
  }
  const { isInstalled } = location;
  const read = readManifest(location.folder);
  if (!read.ok) {
    const state = { kind: 'failed', reason: read.reason, hint: read.hint } as const;
    return { ...facts, name, version: null, state, adapters: [], nodeTypes: [], isInstalled };
  }
  const { manifest } = read;
  const { adapters, nodeTypes } = manifest;
  const state = stateOf(manifest, version);
  return {
    ...facts,
    name: manifest.name,
    version: manifest.version,
    state,
    adapters,
    nodeTypes,
    manifest,
    isInstalled,
  };
}

const RESTORE = 'Install what the lock file names: agentflow plugins install';

function stateOf(manifest: Manifest, version: string): PluginState {
  const trouble = refusal(manifest, { version });
  return trouble ? { kind: 'incompatible', ...trouble } : { kind: 'ready' };
}
