import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { API_VERSION } from '@agentflow/plugin-sdk';
import { fits } from './version-range.js';

/** What a plugin's package.json says about it; no code of the plugin is needed for it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string | null;
  readonly folder: string;
  /** The file that is imported. */
  readonly entry: string;
  readonly apiVersion: unknown;
  /** The versions of AgentFlow it was made for. */
  readonly engine: string | null;
  /** The versions of the SDK it works with. */
  readonly sdk: string | null;
  readonly adapters: readonly string[];
  readonly nodeTypes: readonly string[];
}

/** Why something cannot be used, and what to do about it. */
export interface Trouble {
  readonly reason: string;
  readonly hint: string;
}

export type ManifestResult = { readonly ok: true; readonly manifest: Manifest } | ({ readonly ok: false } & Trouble);

const PACKAGE_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const CONTRIBUTION = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export function isPackageName(name: string): boolean {
  return name.length <= 214 && PACKAGE_NAME.test(name);
}

export function readManifest(folder: string): ManifestResult {
  const file = join(folder, 'package.json');
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      return trouble(`its package.json cannot be read: ${(error as Error).message}`, `Repair ${file}.`);
    return trouble(`${folder} has no package.json`, 'A plugin is a folder with a package.json; look at the path.');
  }
  const { name, version, agentflow } = json;
  if (typeof name !== 'string' || !isPackageName(name))
    return trouble('its package.json has no usable "name"', `Give it one in ${file}.`);
  if (!isRecord(agentflow))
    return trouble('it is not a plugin: its package.json has no "agentflow"', 'Look at the name of the package.');
  return readFields(json, {
    name,
    version: typeof version === 'string' ? version : '0.0.0',
    folder,
    agentflow,
  });
}

interface Identity {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly agentflow: Readonly<Record<string, unknown>>;
}

function readFields(json: Readonly<Record<string, unknown>>, identity: Identity): ManifestResult {
  const { name, version, folder, agentflow } = identity;
  const contributes = isRecord(agentflow.contributes) ? agentflow.contributes : {};
  const [adapters, nodeTypes] = [names(contributes.adapters), names(contributes.nodeTypes)];
  const hint = `See the manifest in ${join(folder, 'package.json')}.`;
  if (typeof agentflow.entry !== 'string') return trouble('its manifest has no "entry"', hint);
  const entry = resolve(folder, agentflow.entry);
  if (relative(folder, entry).startsWith('..')) return trouble('its "entry" is outside of its folder', hint);
  if (!adapters || !nodeTypes) return trouble('its "contributes" is not lists of names', hint);
  if (adapters.length + nodeTypes.length === 0) return trouble('it contributes nothing', hint);
  const engines = isRecord(json.engines) ? json.engines : {};
  const peers = isRecord(json.peerDependencies) ? json.peerDependencies : {};
  return {
    ok: true,
    manifest: {
      name,
      version,
      folder,
      entry,
      adapters,
      nodeTypes,
      description: text(json.description),
      apiVersion: agentflow.apiVersion,
      engine: text(engines.agentflow),
      sdk: text(peers['@agentflow/plugin-sdk']),
    },
  };
}

/** Why this AgentFlow cannot use a plugin, or undefined. Asked before any of its code is loaded. */
export function incompatibility(manifest: Manifest, host: { readonly version: string }): Trouble | undefined {
  const { apiVersion, engine, name } = manifest;
  const update = `Look for another version: agentflow plugins update ${name}`;
  if (apiVersion !== API_VERSION) {
    const wants = `it was made for version ${JSON.stringify(apiVersion) ?? 'none'} of the plugin contracts`;
    return { reason: `${wants}, and this AgentFlow has version ${API_VERSION}`, hint: update };
  }
  if (engine !== null && !fits(host.version, engine))
    return { reason: `it needs AgentFlow ${engine}, and this is ${host.version}`, hint: update };
  return undefined;
}

function names(value: unknown): string[] | undefined {
  if (value === undefined) return [];
  const isList = Array.isArray(value) && value.every((name) => typeof name === 'string' && CONTRIBUTION.test(name));
  return isList ? value : undefined;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function trouble(reason: string, hint: string): { ok: false } & Trouble {
  return { ok: false, reason, hint };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
