import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface SourceFile {
  /** Relative to the repository, such as `packages/core/src/index.ts`. */
  readonly path: string;
  readonly text: string;
  /** As written: `./registry.js`, `yaml`, `node:fs`. */
  readonly specifiers: readonly string[];
  /** The files of this repository that are imported, as paths. */
  readonly files: readonly string[];
  /** Those of them that are still imported when types are gone. */
  readonly loads: readonly string[];
  /** What is loaded together with this file, as written: no types, and nothing that it imports later by `import()`. */
  readonly loadsAtOnce: readonly string[];
}

/** The sources of a package, without its tests and what only they use. */
export function sourcesOf(packageName: string): SourceFile[] {
  const folder = join(ROOT, 'packages', packageName, 'src');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing-rig\//.test(name))
    .sort()
    .map((name) => readSource(join(folder, name)));
}

function readSource(file: string): SourceFile {
  const text = readFileSync(file, 'utf8');
  const specifiers = specifiersOf(text);
  const withoutTypes = text.replace(/^(?:import|export) type\b[^;]*;/gm, '');
  const loaded = specifiersOf(withoutTypes);
  const loadsAtOnce = specifiersOf(withoutTypes.replace(/\bimport\(/g, 'later('));
  const filesAmong = (list: readonly string[]) =>
    list.filter((specifier) => specifier.startsWith('.')).map((specifier) => target(file, specifier));
  return {
    path: relative(ROOT, file),
    text,
    specifiers,
    files: filesAmong(specifiers),
    loads: filesAmong(loaded),
    loadsAtOnce: [...loadsAtOnce.filter((specifier) => !specifier.startsWith('.')), ...filesAmong(loadsAtOnce)],
  };
}

function specifiersOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

function target(from: string, specifier: string): string {
  return relative(ROOT, resolve(dirname(from), specifier.replace(/\.js$/, '.ts')));
}

/** Files that need each other to load, each cycle once, as paths. Contracts may name each other's types. */
export function importCycles(sources: readonly SourceFile[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const over = new Set<string>();
  const found: string[] = [];
  for (const { path } of sources) visit(path, []);
  return found;

  function visit(path: string, way: readonly string[]): void {
    const start = way.indexOf(path);
    if (start >= 0) found.push([...way.slice(start), path].join(' → '));
    if (start >= 0 || over.has(path)) return;
    for (const next of byPath.get(path)?.loads ?? []) visit(next, [...way, path]);
    over.add(path);
  }
}
