import { readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

/**
 * The version of the npm package that a program comes from; nothing for any other program.
 * `--version` would be a process more, which takes some agents seconds.
 */
export function packageVersion(command: string, path = ''): { version?: string } {
  const places = isAbsolute(command) ? [command] : path.split(delimiter).map((folder) => join(folder, command));
  const program = places.map(realPath).find((place) => place !== undefined);
  if (program === undefined) return {};
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(join(folder, 'package.json'));
    if (manifest) return hasProgram(manifest, command) ? { version: manifest.version } : {};
  }
  return {};
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** A file inside a package may lie beside a `package.json` that only tells its module type. */
function readManifest(file: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Partial<Manifest> | null;
    return typeof manifest?.name === 'string' && typeof manifest.version === 'string'
      ? (manifest as Manifest)
      : undefined;
  } catch {
    return undefined;
  }
}

function hasProgram({ name, bin }: Manifest, command: string): boolean {
  const program = command.split('/').at(-1) ?? command;
  return typeof bin === 'string' ? name.split('/').at(-1) === program : Object.hasOwn(bin ?? {}, program);
}
