import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Compiles sources, named from the folder they are in, for programs that run in processes of their own: no build is needed. */
export function compileSources(from: string, names: readonly string[], folder: string): void {
  for (const name of names) {
    const { outputText } = ts.transpileModule(readFileSync(join(from, name), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
    });
    const target = join(folder, name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}

/** The names of the sources in one subfolder, without its tests. */
export function sourcesIn(from: string, subfolder: string): string[] {
  const names = readdirSync(join(from, subfolder)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return names.map((name) => `${subfolder}/${name}`);
}
