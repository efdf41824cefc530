import type { EntrySource } from '@agentflow/core';
import type { Manifest, Trouble } from './manifest.js';

/** By what a plugin came to be known, highest first. */
export const TIERS = ['flag', 'linked', 'project', 'user', 'bundled'] as const;
export type Tier = (typeof TIERS)[number] & EntrySource['origin'];

/** `ready` as far as can be told without loading it. */
export type PluginState = { readonly kind: 'ready' } | ({ readonly kind: 'incompatible' | 'failed' } & Trouble);

/** A plugin that somebody named, whether or not it can be used. */
export interface FoundPlugin {
  /** Of the package; where it was not found, as it was named. */
  readonly name: string;
  readonly version: string | null;
  readonly tier: Tier;
  /** Where it was named: a config file with its line, a flag, a link. */
  readonly namedBy: string;
  readonly state: PluginState;
  readonly adapters: readonly string[];
  readonly nodeTypes: readonly string[];
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Absent where the package was not found or has no manifest. */
  readonly manifest?: Manifest;
  readonly isInstalled: boolean;
  /** The plugin that takes the place of this one altogether. */
  readonly shadowedBy?: string;
}

/** `name version` as messages have it. */
export function titleOf({ name, version }: Pick<FoundPlugin, 'name' | 'version'>): string {
  return version === null ? name : `${name} ${version}`;
}
