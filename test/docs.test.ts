import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

describe('docs/errors.md lists exactly the codes of the source', () => {
  const page = read('docs/errors.md');

  test('diagnostics', () => {
    const source = read('packages/core/src/workflow/diagnostic-codes.ts');
    expect(codesIn(page, 'Diagnostics of a workflow file')).toEqual(allMatches(source, /^ {2}'([a-z-]+)':/gm));
  });

  test('errors of the command line', () => {
    const source = sourcesOf('packages/cli/src').map(read).join('\n');
    const codes = new Set(allMatches(source, /\bcode: '([a-z][a-z-]*)'/g));
    expect(codesIn(page, 'Errors of the command line').sort()).toEqual([...codes].sort());
  });

  test('trouble with a stored session', () => {
    const source = read('packages/core/src/orchestrator/state/state-error.ts');
    const union = /type StateErrorCode =(.*?);/s.exec(source)?.[1] ?? '';
    expect(codesIn(page, 'Trouble with a stored session')).toEqual(allMatches(union, /'([a-z-]+)'/g));
  });

  test('failure reasons', () => {
    const list = /FAILURE_REASONS = \[(.*?)\]/s.exec(read('packages/plugin-sdk/src/outcome.ts'))?.[1] ?? '';
    expect(codesIn(page, 'Why a task failed')).toEqual(allMatches(list, /'([a-z-]+)'/g));
  });
});

describe('the command line is described as it is', () => {
  test('docs/cli.md is what "npm run docs" writes', () => {
    execFileSync(process.execPath, ['scripts/write-cli-docs.js', '--check'], { cwd: ROOT, stdio: 'pipe' });
  });

  test('the table of commands in the README names every command', () => {
    const manifest = JSON.parse(read('packages/cli/oclif.manifest.json')) as {
      commands: Record<string, { hidden?: boolean }>;
    };
    const commands = Object.entries(manifest.commands).filter(([, { hidden }]) => !hidden);
    const named = commandsIn(section(read('README.md'), 'Commands'));
    expect(commands.map(([id]) => id.replaceAll(':', ' ')).filter((name) => !named.includes(name))).toEqual([]);
  });

  test('the table of exit codes in the README names exactly the exit codes there are', () => {
    const table = firstColumn(section(read('README.md'), 'Exit codes')).flatMap((cell) => cell.split(', '));
    expect(table).toEqual(allMatches(read('packages/cli/src/exit-codes.ts'), /^ {2}[A-Z]+: (\d+),/gm));
  });
});

describe('ARCHITECTURE.md', () => {
  const page = read('ARCHITECTURE.md');

  test('gives a reason for every library, and every library has an exact version', () => {
    const explained = firstColumn(section(page, 'Libraries')).flatMap((cell) => allMatches(cell, /`([^`]+)`/g));
    const libraries = filesOf(/^(packages\/[^/]+\/)?package\.json$/).flatMap(librariesOf);
    expect(libraries.map(([name]) => name).filter((name) => !explained.includes(name))).toEqual([]);
    expect(libraries.filter(([, version]) => !/^(npm:@?[^@]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('names exactly the folders of core', () => {
    const tree = section(page, 'Folders of core').split('```')[1] ?? '';
    const source = 'packages/core/src';
    const folders = ['.', 'workflow', 'orchestrator'].flatMap((folder) => foldersOf(join(source, folder)));
    expect(allMatches(tree, /^ *([a-z-]+)\/ /gm).sort()).toEqual(folders.sort());
  });
});

test.each(filesOf(/\.md$/))('the relative links of %s lead somewhere', (page) => {
  const links = allMatches(withoutCode(read(page)), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !resolves(page, link))).toEqual([]);
});

function resolves(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(markdown: string): string[] {
  return allMatches(withoutCode(markdown), /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```.*?^```$/gms, '');
}

/** What stands below a heading, up to the next one. */
function section(markdown: string, heading: string): string {
  const [, below] = markdown.split(new RegExp(`^#+ ${heading}$`, 'm'));
  if (below === undefined) throw new Error(`There is no heading "${heading}".`);
  return below.split(/^#+ /m)[0] ?? '';
}

function codesIn(page: string, heading: string): string[] {
  return firstColumn(section(page, heading)).map((cell) => cell.replaceAll('`', ''));
}

/** The commands of a table, without their arguments: `sessions prune`, `run WORKFLOW`. */
function commandsIn(table: string): string[] {
  return firstColumn(table).map((cell) => cell.replaceAll('`', '').replace(/ [[A-Z].*$/, ''));
}

/** The cells of the first column of the tables in a text, without their heads. */
function firstColumn(markdown: string): string[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
  const heads = rows.flatMap((row, index) => (/^\|[-| ]+\|$/.test(row) ? [index - 1, index] : []));
  return rows.filter((_, index) => !heads.includes(index)).map((row) => (row.split('|')[1] ?? '').trim());
}

/** What a package.json depends on, with the version: other people's packages, without their types. */
function librariesOf(file: string): [name: string, version: string][] {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read(file)) as Dependencies;
  return Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
    ([name]) => !/^@(agentflow|types)\//.test(name),
  );
}

type Dependencies = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;

/** The folders in a folder, without those that only tests use. */
function foldersOf(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'testing-rig').map(({ name }) => name);
}

function sourcesOf(folder: string): string[] {
  return filesOf(/\.ts$/, folder).filter((file) => !file.endsWith('.test.ts'));
}

/** The files of the project whose path fits, without what is installed or built. */
function filesOf(pattern: RegExp, folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|\..*)$/.test(entry.name) ? [] : filesOf(pattern, path);
    return pattern.test(path) ? [path] : [];
  });
}

function allMatches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[1] ?? '');
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
