import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './import-graph.js';

/** Everything the index of a package exports, types marked as such, in the order of the alphabet. */
export function publicNames(packageName: string): string {
  const names = exportsOf(join(ROOT, 'packages', packageName, 'src', 'index.ts'));
  const byName = (left: string, right: string) =>
    left.replace('type ', '').localeCompare(right.replace('type ', ''), 'en');
  return names.sort(byName).join('\n');
}

/** The exported names without a TSDoc comment, of an entry such as `plugin-sdk/src/index.ts`. */
export function undocumentedNames(entry: string): string[] {
  const file = join(ROOT, 'packages', entry);
  const { NodeNext } = ts.ModuleKind;
  const program = ts.createProgram([file], { module: NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} exports nothing.`);
  const declared = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => declared(symbol).getDocumentationComment(checker).length === 0)
    .map(({ name }) => name);
}

function exportsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.filter(ts.isExportDeclaration).flatMap(({ exportClause, isTypeOnly, moduleSpecifier }) => {
    if (exportClause && ts.isNamedExports(exportClause)) {
      return exportClause.elements.map((element) =>
        isTypeOnly || element.isTypeOnly ? `type ${element.name.text}` : element.name.text,
      );
    }
    const module = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    return module.startsWith('.') ? exportsOf(join(dirname(file), module.replace(/\.js$/, '.ts'))) : [`* of ${module}`];
  });
}
