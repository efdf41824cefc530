import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importCycles, ROOT, type SourceFile, sourcesOf } from './import-graph.js';

const PACKAGES = readdirSync(join(ROOT, 'packages'));
const ADAPTERS = PACKAGES.filter((name) => name.startsWith('adapter-'));
const core = sourcesOf('core');

/** DESIGN §2: who may import whom. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'plugin-sdk': [],
  core: ['plugin-sdk'],
  cli: ['plugin-sdk', 'core', ...ADAPTERS],
  ...Object.fromEntries(ADAPTERS.map((name) => [name, ['plugin-sdk']])),
};

describe.each(PACKAGES)('the package %s', (name) => {
  const sources = sourcesOf(name);

  test('imports only the packages below it', () => {
    const allowed = MAY_IMPORT[name] ?? [];
    const wrong = imports(sources).filter(({ specifier }) => {
      const other = /^@agentflow\/([^/]+)/.exec(specifier)?.[1];
      return other !== undefined && !allowed.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  test('reaches into no other package by a path', () => {
    const inside = `packages/${name}/src/`;
    expect(
      sources.flatMap(({ path, files }) =>
        files.filter((file) => !file.startsWith(inside)).map((file) => `${path} → ${file}`),
      ),
    ).toEqual([]);
  });

  test('has no import cycle', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  test('has no file of more than 250 lines', () => {
    const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > 250);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

test.each(ADAPTERS)('the adapter %s imports nothing but the plugin-sdk', (name) => {
  const outside = imports(sourcesOf(name)).filter(({ specifier }) => !specifier.startsWith('.'));
  expect(new Set(outside.map(({ specifier }) => specifier.replace(/^(@agentflow\/[^/]+).*/, '$1')))).toEqual(
    new Set(['@agentflow/plugin-sdk']),
  );
});

test('the plugin-sdk needs nothing but Node', () => {
  const outside = imports(sourcesOf('plugin-sdk')).filter(({ specifier }) => !/^(\.|node:)/.test(specifier));
  expect(outside).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'packages/plugin-sdk/package.json'), 'utf8')) as object;
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

test('WHEN a developer opens the orchestrator THEN engine and state never import each other', () => {
  const [engine, state] = ['engine', 'state'].map((name) => `packages/core/src/orchestrator/${name}/`) as [
    string,
    string,
  ];
  const crossing = core.flatMap(({ path, files }) =>
    files.flatMap((file) =>
      (path.startsWith(engine) && file.startsWith(state)) || (path.startsWith(state) && file.startsWith(engine))
        ? [`${path} → ${file}`]
        : [],
    ),
  );
  expect(crossing).toEqual([]);
});

test('Navigating the Codebase: WHEN a developer opens the orchestrator THEN its top has the facade, the public types and folders', () => {
  const entries = readdirSync(new URL('../packages/core/src/orchestrator', import.meta.url), { withFileTypes: true });
  const names = (wanted: boolean) => entries.filter((entry) => entry.isFile() === wanted).map((entry) => entry.name);
  expect(names(true).sort()).toEqual(['events.ts', 'index.ts', 'orchestrator.ts', 'types.ts']);
  expect(names(false).sort()).toEqual(['engine', 'preview', 'session', 'state']);
});

const TESTING_KIT = /^packages\/plugin-sdk\/src\/testing\/(fake-agent|conformance)\//;

/** One door per outside thing; a door that is not built yet has nobody in it. */
test.each<[specifier: RegExp, doors: readonly RegExp[]]>([
  [/^(@lydell\/)?node-pty$/, [/^packages\/core\/src\/runners\/pty\.ts$/, TESTING_KIT]],
  [/^yaml$/, [/^packages\/core\/src\/workflow\/source\//, /^packages\/core\/src\/nodes\/command-file\.ts$/]],
  [/^(node:)?child_process$/, [/^packages\/core\/src\/runners\//, /^packages\/cli\//, TESTING_KIT]],
  [/^execa$/, [/^packages\/core\/src\/runners\//, /^packages\/cli\//]],
])('the library %s is imported only where it is wrapped', (library, doors) => {
  const elsewhere = PACKAGES.flatMap((name) => imports(sourcesOf(name))).filter(
    ({ specifier, path }) => library.test(specifier) && !doors.some((door) => door.test(path)),
  );
  expect(elsewhere).toEqual([]);
});

test('the library listr2 is loaded with the view of a session, and with nothing else that starts', () => {
  const cli = sourcesOf('cli');
  const loading = new Set(['listr2']);
  for (let size = 0; size < loading.size; ) {
    size = loading.size;
    for (const { path, loadsAtOnce } of cli) if (loadsAtOnce.some((each) => loading.has(each))) loading.add(path);
  }
  const view = 'packages/cli/src/renderers/tty';
  expect([...loading]).toEqual(['listr2', `${view}/stage-list.ts`, `${view}/tty-renderer.ts`]);
});

/** The ways in which code writes to stdout or stderr. Node prints warnings, and the YAML parser warns unless told not to. */
const VOICES: readonly RegExp[] = [
  /\bconsole\b/,
  /\bprocess\.(stdout|stderr|emitWarning|_rawDebug)\b/,
  /['"](node:)?(process|console)['"]/,
  /\bwrite\w*\([12],/,
  /\bparse(Document|AllDocuments)?\b[^;]*\} from 'yaml'(?![\s\S]*\blogLevel: '(error|silent)')/,
];

test('WHEN a task is running THEN no part of core can write to the main process: it has no console, stdout or stderr', () => {
  expect(core.filter(({ text }) => speaks(text)).map(({ path }) => path)).toEqual([]);
});

test.each([
  "console.log('a')",
  'process.stderr.write(text)',
  "process.emitWarning('a')",
  "import process from 'node:process'",
  "import { stdout } from 'process'",
  "writeSync(2, 'a')",
  "import { parse } from 'yaml';\nparse(text);",
  "import { isMap, parseDocument } from 'yaml';\nparseDocument(text, { logLevel: 'warn' });",
])('%j would be noticed', (code) => {
  expect(speaks(code)).toBe(true);
});

function imports(sources: readonly SourceFile[]): { path: string; specifier: string }[] {
  return sources.flatMap(({ path, specifiers }) => specifiers.map((specifier) => ({ path, specifier })));
}

function speaks(text: string): boolean {
  const code = withoutComments(text);
  return VOICES.some((voice) => voice.test(code));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
