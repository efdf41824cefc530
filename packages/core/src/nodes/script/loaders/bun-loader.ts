import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, extname } from 'node:path';
import { readDeclaredPackages } from './declared-packages.js';

/** What is used here of Bun. */
declare const Bun: {
  readonly main: string;
  readonly Transpiler: new (options: {
    loader: string;
  }) => {
    scanImports(code: string): { readonly path: string; readonly kind: string }[];
  };
  resolveSync(specifier: string, folder: string): string;
  plugin(plugin: { name: string; setup(build: PluginBuilder): void }): void;
};

interface PluginBuilder {
  onLoad(
    options: { filter: RegExp },
    load: (file: { path: string; loader: string }) => { contents: string; loader: string },
  ): void;
}

const LOADERS: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.js': 'jsx',
  '.mjs': 'jsx',
  '.cjs': 'jsx',
  '.jsx': 'jsx',
};

/**
 * For `bun --preload`: a script on disk finds its declared packages before those of the folders around it. Bun does
 * not ask a plugin's `onResolve` about packages (oven-sh/bun#40579), so their names in the import statements of the
 * script and of the files it imports are replaced as these are loaded. A plugin cannot pass a file on, and breaks
 * CommonJS ones, hence only the files in question. A name that is computed at run time is not seen.
 */
const declared = readDeclaredPackages();
const packages = dirname(declared.origin);
const replaced = new Map<string, string>();

replaceRequire();
visit(Bun.main, new Set());
if (replaced.size > 0) {
  const filter = new RegExp(`^(?:${[...replaced.keys()].map(escapePattern).join('|')})$`);
  Bun.plugin({
    name: 'agentflow-packages',
    setup: (build) =>
      build.onLoad({ filter }, ({ path, loader }) => ({ contents: replaced.get(path) as string, loader })),
  });
}

/** For CommonJS files. Replacing `_resolveFilename` would lose the importer in Bun 1.3. */
function replaceRequire(): void {
  const prototype = Module.prototype as { require(this: { filename?: string }, specifier: string): unknown };
  const original = prototype.require;
  prototype.require = function (specifier) {
    const file = declared.include(specifier, this.filename) ? resolved(specifier, packages) : null;
    return original.call(this, file ?? specifier);
  };
}

function visit(file: string, seen: Set<string>): void {
  const loader = LOADERS[extname(file)];
  if (loader === undefined || seen.has(file) || file.includes('/node_modules/')) return;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imports = scan(code, loader);
  const wanted = imports.filter(({ path }) => declared.include(path, file));
  const isModule = /\.(mjs|mts|tsx?)$/.test(file) || imports.some(({ kind }) => kind === 'import-statement');
  if (wanted.length > 0 && isModule) {
    replaced.set(file, replaceImports(code, new Set(wanted.map(({ path }) => path))));
  }
  for (const { path } of imports) {
    const next = path.startsWith('.') ? resolved(path, dirname(file)) : null;
    if (next !== null) visit(next, seen);
  }
}

/** Code with an error in it is Bun's to report, when it runs it. */
function scan(code: string, loader: string): { readonly path: string; readonly kind: string }[] {
  try {
    return new Bun.Transpiler({ loader }).scanImports(code);
  } catch {
    return [];
  }
}

function replaceImports(code: string, wanted: ReadonlySet<string>): string {
  return code.replace(
    /(\bfrom|\bimport|\b(?:import|require|require\.resolve)\s*\()(\s*)(["'])([^"'\n]+)\3/g,
    (whole, key, space, _quote, path) => {
      const file = wanted.has(path) ? resolved(path, packages) : null;
      return file === null ? whole : `${key}${space}${JSON.stringify(file)}`;
    },
  );
}

function resolved(specifier: string, folder: string): string | null {
  try {
    return Bun.resolveSync(specifier, folder);
  } catch {
    return null;
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
