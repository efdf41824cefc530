import type { AdapterFactory } from './adapter.js';
import type { NodeType } from './node-type.js';
import type { StandardSchema } from './standard-schema.js';

/** The version of these contracts; a plugin names the one it was written for. */
export const API_VERSION = 1;

/** Two copies of the SDK must recognise each other's plugins, hence a registered symbol and no `instanceof`. */
const PLUGIN_BRAND = Symbol.for('agentflow.plugin');

/** What a plugin is and contributes. */
export interface PluginDefinition {
  /** The name of its package. */
  readonly name: string;
  readonly apiVersion: typeof API_VERSION;
  /** Checks the options given beside the plugin's name in the config file. */
  readonly configSchema?: StandardSchema;
  /** By the name that workflows use. */
  readonly adapters?: Readonly<Record<string, AdapterFactory>>;
  /** By the key that makes a node one of that type. */
  readonly nodeTypes?: Readonly<Record<string, NodeType>>;
}

/** What `definePlugin` makes. */
export interface Plugin extends PluginDefinition {
  readonly [PLUGIN_BRAND]: true;
}

/** The default export of a plugin's entry: a plugin, or a function from its options to one. */
export type PluginEntry = Plugin | ((options: unknown) => Plugin | Promise<Plugin>);

/** Marks a definition as a plugin, for the default export of its entry. */
export function definePlugin(definition: PluginDefinition): Plugin {
  return Object.freeze({ ...definition, [PLUGIN_BRAND]: true as const });
}

/** Whether a value was made by `definePlugin`, of this copy of the SDK or another. */
export function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[PLUGIN_BRAND] === true;
}
