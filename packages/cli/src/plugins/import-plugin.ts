import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  isPlugin,
  type NodeType,
  type Plugin,
  type StandardSchema,
  API_VERSION as SUPPORTED,
} from '@agentflow/plugin-sdk';
import type { Manifest } from './manifest.js';
import { hasOwnSdk, ownFolder } from './own-sdk.js';
import { provideSdk } from './sdk-fallback.js';

/** What an import needs to know; plain data, so that another process can be told it. */
export interface ImportRequest {
  readonly manifest: Pick<Manifest, 'folder' | 'entry' | 'adapters' | 'nodeTypes'>;
  readonly options?: unknown;
}

/** Imports a plugin here and checks that it is what its manifest says. What it throws has the reason as its message. */
export async function importPlugin({ manifest, options }: ImportRequest): Promise<Plugin> {
  if (!existsSync(manifest.entry))
    throw new Error(`its entry ${relative(manifest.folder, manifest.entry)} does not exist; it may have to be built`);
  if (!hasOwnSdk(manifest.folder)) provideSdk(ownFolder(manifest.folder));
  const module = (await import(pathToFileURL(manifest.entry).href)) as { default?: unknown };
  const entry = unwrap(module.default);
  const plugin = typeof entry === 'function' ? await entry(options ?? {}) : entry;
  if (!isPlugin(plugin)) throw new Error('its default export is not made with definePlugin');
  if (plugin.apiVersion !== SUPPORTED)
    throw new Error(`it was made for version ${plugin.apiVersion} of the plugin contracts, not ${SUPPORTED}`);
  checkContributions(plugin, manifest);
  if (plugin.configSchema) await checkOptions(plugin.configSchema, options ?? {});
  return plugin;
}

/** A CommonJS module that was compiled from ESM has its default inside of its default. */
function unwrap(value: unknown): unknown {
  const inner =
    typeof value === 'object' && value !== null && !isPlugin(value)
      ? (value as { default?: unknown }).default
      : undefined;
  return inner ?? value;
}

function checkContributions(plugin: Plugin, { adapters, nodeTypes }: ImportRequest['manifest']): void {
  for (const name of adapters) {
    if (typeof plugin.adapters?.[name] !== 'function')
      throw new Error(`it has no adapter "${name}", which its manifest names`);
  }
  for (const name of nodeTypes) {
    const type = plugin.nodeTypes?.[name];
    if (!type) throw new Error(`it has no node type "${name}", which its manifest names`);
    checkNodeType(name, type);
  }
}

function checkNodeType(name: string, { schema, run }: NodeType): void {
  if (typeof run !== 'function') throw new Error(`its node type "${name}" has no "run"`);
  const isObject = typeof schema === 'object' || typeof schema === 'function';
  if (isObject && schema !== null && '~standard' in schema) return;
  const isOldZod = isObject && schema !== null && '_def' in schema;
  throw new Error(
    isOldZod
      ? `the schema of its node type "${name}" is of an old zod, without Standard Schema; zod 4 and zod 3.24 have it`
      : `the schema of its node type "${name}" is neither of zod 4 nor a Standard Schema`,
  );
}

async function checkOptions(schema: StandardSchema, options: unknown): Promise<void> {
  const result = await schema['~standard'].validate(options);
  const [issue] = result.issues ?? [];
  if (!issue) return;
  const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
  throw new Error(`it refuses its options${path === '' ? '' : ` at "${path}"`}: ${issue.message}`);
}
