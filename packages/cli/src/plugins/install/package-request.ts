import { resolve } from 'node:path';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { isPath } from '../locate-plugin.js';
import { isPackageName } from '../manifest.js';

/** What a person asked to install. */
export type PackageRequest =
  | {
      readonly kind: 'registry';
      readonly name: string;
      readonly range: string;
      /** What was typed, where it was short for the name. */
      readonly shortFor?: string;
    }
  | { readonly kind: 'file'; readonly path: string };

/**
 * `x` and `adapter-x` are short for `@agentflow/adapter-x` and nothing else: a package of that bare name may be a
 * stranger's. A name in full has a scope or begins with `agentflow-`; `npm:NAME` is any other.
 */
export function parseRequest(typed: string, folder: string): PackageRequest {
  if (isPath(typed) || /\.(tgz|tar\.gz)$/.test(typed)) return { kind: 'file', path: resolve(folder, typed) };
  const match = /^(npm:)?(@?[^@]+)(?:@(.+))?$/.exec(typed);
  const [, prefix, name = '', range = 'latest'] = match ?? [];
  if (!isPackageName(name) || !/^[\w.^~<>=*|& -]+$/.test(range)) throw notAName(typed);
  if (prefix !== undefined || name.startsWith('@') || name.startsWith('agentflow-'))
    return { kind: 'registry', name, range };
  return { kind: 'registry', name: longName(name), range, shortFor: name };
}

/** The full name of a short one. */
export function longName(name: string): string {
  return `@agentflow/${/^(adapter|node-type)-/.test(name) ? name : `adapter-${name}`}`;
}

/** What a short name may have meant when the package it stands for does not exist. */
export function candidates(shortName: string): string[] {
  const base = longName(shortName).slice('@agentflow/'.length);
  return [`agentflow-${base}`, `@SCOPE/agentflow-${base}`];
}

function notAName(typed: string): CliError {
  return new CliError(`"${typed}" is neither the name of a package nor a path.`, {
    code: 'usage',
    exitCode: EXIT_CODES.USAGE,
    hint: 'Names look like adapter-codex, @acme/agentflow-tools or agentflow-adapter-x@1.2.0; a folder begins with "./".',
  });
}
