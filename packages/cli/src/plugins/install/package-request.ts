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
  | { readonly kind: 'file'; readonly path: string }
  /** A tarball elsewhere. */
  | { readonly kind: 'url'; readonly url: string };

/**
 * `x` and `adapter-x` are short for `@agentflow/adapter-x` and nothing else: a package of that bare name may be a
 * stranger's. A name in full has a scope or begins with `agentflow-`; `npm:NAME` is any other.
 */
export function parseRequest(typed: string, folder: string): PackageRequest {
  if (isRepository(typed)) throw isGit(typed);
  if (/^[a-z][a-z+]*:\/\//i.test(typed)) return parseAddress(typed);
  if (isPath(typed) || isTarball(typed)) return { kind: 'file', path: resolve(folder, typed) };
  const match = /^(npm:)?(@?[^@]+)(?:@(.+))?$/.exec(typed);
  const [, prefix, name = '', range = 'latest'] = match ?? [];
  if (!isPackageName(name) || !/^[\w.^~<>=*|& -]+$/.test(range)) throw notAName(typed);
  if (prefix !== undefined || name.startsWith('@') || name.startsWith('agentflow-'))
    return { kind: 'registry', name, range };
  return { kind: 'registry', name: longName(name), range, shortFor: name };
}

function isTarball(path: string): boolean {
  return /\.(tgz|tar\.gz)$/.test(path);
}

/** What npm would take for a git repository. */
function isRepository(typed: string): boolean {
  return /^(git[+@:]|ssh:|(github|gitlab|bitbucket|gist):|[\w-]+\/[\w.-]+$|https?:\/\/(github|gitlab)\.com\/[^/]+\/[^/]+\/?$)|\.git(#.*)?$/.test(
    typed,
  );
}

/** On the way from another computer a tarball could be changed, unless the connection is a safe one. */
function parseAddress(typed: string): PackageRequest {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !isTarball(typed) || !isSafe(url))
    throw usage(
      `"${typed}" is not the https address of a tarball.`,
      'It has to begin with https:// and to end with .tgz.',
    );
  if (url.username !== '' || url.password !== '')
    throw usage(
      'The address of a plugin must not hold credentials: the lock file would show them.',
      'Put them into .npmrc, or fetch the tarball and install the file.',
    );
  return { kind: 'url', url: url.href };
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
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

function isGit(typed: string): CliError {
  return usage(
    `"${typed}" is a git repository. It would have to be built here, which means to run its scripts; nothing was installed.`,
    'Clone and build it yourself, then install the folder: agentflow plugins install ./FOLDER',
  );
}

function notAName(typed: string): CliError {
  return usage(
    `"${typed}" is neither the name of a package nor a path.`,
    'Names look like adapter-codex, @acme/agentflow-tools or agentflow-adapter-x@1.2.0; a folder begins with "./".',
  );
}

function usage(message: string, hint: string): CliError {
  return new CliError(message, { code: 'usage', exitCode: EXIT_CODES.USAGE, hint });
}
