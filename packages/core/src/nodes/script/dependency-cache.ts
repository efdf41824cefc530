import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NodeContext, Outcome } from '@agentflow/plugin-sdk';
import { processOutcome } from '../process-outcome.js';
import { scriptCacheFolder } from './cache-folder.js';
import { absoluteSpec, localContent } from './dependency-specs.js';
import { programIdentity } from './program-identity.js';
import { installHint } from './runtimes.js';

/** The runtimes whose packages are installed into a folder. */
export type PackageRuntime = 'bun' | 'node';

export type Installation =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly outcome: Outcome };

/**
 * The folder whose `node_modules` hold the dependencies, installed unless they are there already. A folder of that
 * name is always whole: packages are installed beside it, and the folder is renamed when all is well.
 */
export async function installDependencies(
  runtime: PackageRuntime,
  deps: readonly string[],
  context: NodeContext,
): Promise<Installation> {
  const identity = programIdentity(runtime, context.env.PATH ?? '');
  if (identity === null) return { ok: false, outcome: missing(runtime, installHint(runtime)) };
  const specs = [...new Set(deps.map((spec) => absoluteSpec(spec, context.cwd)))].sort();
  const cache = scriptCacheFolder(context.env);
  const folder = join(cache, keyOf([LAYOUT, runtime, identity, specs, specs.map(localContent)]));
  if (existsSync(folder)) return { ok: true, folder };
  removeAbandoned(cache);
  const staging = mkdtempSync(join(cache, STAGING));
  try {
    const failure = await install(runtime, specs, staging, context);
    if (failure) return { ok: false, outcome: failure };
    // In a simulation nothing is installed, and nothing may be kept.
    if (!existsSync(join(staging, 'node_modules'))) return { ok: true, folder };
    publish(staging, folder);
    return { ok: true, folder };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Grows when folders made by an older AgentFlow can no longer be used. */
const LAYOUT = 1;
const STAGING = '.installing-';
const ABANDONED_MS = 24 * 60 * 60 * 1000;

function keyOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

async function install(
  runtime: PackageRuntime,
  specs: readonly string[],
  folder: string,
  context: NodeContext,
): Promise<Outcome | undefined> {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { command, verb, options } = installer(runtime, folder);
  const line = [command, verb, ...specs].join(' ');
  context.log(`Installing the dependencies: ${line}\n`);
  const result = await context.spawn({ command, args: [verb, ...options, ...specs], cwd: folder, prepares: true });
  if (result.stdoutFile !== null) rmSync(result.stdoutFile, { force: true });
  if (result.exitCode === 0) return undefined;
  if (result.startError?.code === 'ENOENT') return missing(command, NPM_HINT);
  const end =
    result.startError?.message ?? (result.signal ? `signal ${result.signal}` : `exit code ${result.exitCode}`);
  return {
    status: 'failed',
    reason: 'not-started',
    message: `The dependencies of this script could not be installed: "${line}" ended with ${end}.`,
    hint: 'What it said is in the log of the task. Check the names in "deps", and the network.',
  };
}

const NPM_HINT = 'npm installs the "deps" of node scripts. It comes with Node: see https://nodejs.org/en/download';

/** Neither runs code of the packages, and both save the names of what they installed. */
function installer(runtime: PackageRuntime, folder: string) {
  if (runtime === 'bun') return { command: 'bun', verb: 'add', options: ['--ignore-scripts'] };
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier'];
  // The prefix, because npm would look for a workspace around the folder; links, because it would not copy a folder.
  const options = ['--save', '--ignore-scripts', '--install-links', ...quiet, '--prefix', folder];
  return { command: 'npm', verb: 'install', options };
}

function missing(program: string, hint: string): Outcome {
  const startError = { code: 'ENOENT', message: 'not found' };
  return processOutcome(program, { exitCode: null, signal: null, stdoutFile: null, startError }, hint);
}

/** Another task may have been faster; its folder is as good. */
function publish(staging: string, folder: string): void {
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** What a killed AgentFlow left. */
function removeAbandoned(cache: string): void {
  for (const name of readdirSync(cache)) {
    if (!name.startsWith(STAGING)) continue;
    const path = join(cache, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs < Date.now() - ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}
