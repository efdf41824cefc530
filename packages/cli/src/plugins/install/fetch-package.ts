import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { NpmError, type NpmOptions, npm } from './npm.js';
import { candidates, type PackageRequest } from './package-request.js';

/** The tarball of a package, as it was fetched. */
export interface FetchedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly file: string;
  readonly isFromRegistry: boolean;
}

/** The name of the tarball in the folder that npm builds its tree in. */
export const TARBALL = 'package.tgz';

/** Finds out what is meant and gets its tarball into a folder. No code of it runs. */
export async function fetchPackage(
  request: PackageRequest,
  { folder, npmrc, signal }: { folder: string; npmrc: string; signal: AbortSignal },
): Promise<FetchedPackage> {
  mkdirSync(folder, { recursive: true });
  // The registries and credentials of the project; a link, so that there is no second copy of them.
  if (existsSync(npmrc)) symlinkSync(npmrc, join(folder, '.npmrc'));
  const spec = request.kind === 'registry' ? `${request.name}@${request.range}` : titleOf(request);
  if (request.kind === 'file' && !existsSync(request.path)) throw noSuchFile(request.path);
  const packed = await pack(spec, request, { folder, signal });
  const file = join(folder, TARBALL);
  renameSync(join(folder, packed.filename), file);
  const { name, version, integrity } = packed;
  return { name, version, integrity, file, isFromRegistry: request.kind === 'registry' };
}

/** What a request asks for, without the version. */
export function titleOf(request: PackageRequest): string {
  switch (request.kind) {
    case 'registry':
      return request.name;
    case 'file':
      return request.path;
    case 'url':
      return request.url;
  }
}

interface Packed {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly filename: string;
}

async function pack(spec: string, request: PackageRequest, options: NpmOptions): Promise<Packed> {
  try {
    const printed = await npm(['pack', spec, '--pack-destination', '.'], options);
    const [packed] = Array.isArray(printed) ? printed : Object.values((printed ?? {}) as object);
    if (packed === undefined) throw new NpmError('unknown', 'npm pack printed nothing.');
    // npm 9 writes the scope into the name of the file that it reports, but not of the one it makes.
    const { filename, ...facts } = packed as Packed;
    return { ...facts, filename: filename.replace(/^@/, '').replaceAll('/', '-') };
  } catch (error) {
    throw error instanceof NpmError ? notFetched(error, spec, request) : error;
  }
}

function notFetched(error: NpmError, spec: string, request: PackageRequest): CliError {
  const isAbsent = error.code === 'E404' || error.code === 'ETARGET';
  if (isAbsent && request.kind === 'registry') return noSuchPackage(spec, request, error);
  if (error.code === 'EINTEGRITY') return changed(spec, error);
  const reason = isAbsent ? 'nothing is there' : `${error.message} (${error.code})`;
  return new CliError(`npm cannot get ${spec}: ${reason}; nothing was installed.`, {
    code: 'not-fetched',
    exitCode: EXIT_CODES.PLUGIN,
    hint:
      request.kind === 'registry'
        ? 'Look at the network and at the registry that "npm config get registry" names.'
        : 'It has to be a package: a folder with a package.json, or a tarball of one.',
    cause: error,
  });
}

type RegistryRequest = Extract<PackageRequest, { kind: 'registry' }>;

function noSuchPackage(spec: string, { name, range, shortFor }: RegistryRequest, cause: NpmError): CliError {
  const hints =
    shortFor === undefined
      ? [cause.code === 'ETARGET' ? `npm view ${name} versions lists what there is.` : 'Look at the name.']
      : [
          `"${shortFor}" is short for ${name} and nothing else. If you mean somebody else's package, type its name in full:`,
          ...candidates(shortFor).map((candidate) => `agentflow plugins install ${candidate}`),
        ];
  const what =
    cause.code === 'ETARGET'
      ? `${name} has no version ${range}`
      : `There is no package ${spec.replace(/@latest$/, '')}`;
  return new CliError(`${what} in the registry; nothing was installed.`, {
    code: 'no-such-package',
    exitCode: EXIT_CODES.PLUGIN,
    hint: hints.join('\n'),
    cause,
  });
}

/** A tarball that is not the one it was. */
export function changed(what: string, cause?: unknown): CliError {
  return new CliError(`The tarball of ${what} is not the one that was published or locked; nothing was installed.`, {
    code: 'integrity',
    exitCode: EXIT_CODES.PLUGIN,
    hint: 'Somebody may have changed it. Ask its author; to accept it anyway, uninstall the plugin and install it again.',
    cause,
  });
}

function noSuchFile(path: string): CliError {
  return new CliError(`There is no file or folder ${path}.`, {
    code: 'usage',
    exitCode: EXIT_CODES.USAGE,
    hint: 'Look at the path.',
  });
}
