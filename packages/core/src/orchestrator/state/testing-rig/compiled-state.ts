import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ORCHESTRATOR = fileURLToPath(new URL('../../', import.meta.url));

/** Compiles the state of sessions into the folder, for programs that run in processes of their own. */
export function compileState(folder: string): void {
  const names = readdirSync(join(ORCHESTRATOR, 'state')).filter((name) => /(?<!\.test)\.ts$/.test(name));
  for (const file of ['types.ts', ...names.map((name) => `state/${name}`)]) {
    const { outputText } = ts.transpileModule(readFileSync(join(ORCHESTRATOR, file), 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
    });
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
}
