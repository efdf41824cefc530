import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The packages that a script declared. Runs inside the script's process. */
export interface DeclaredPackages {
  /** A file of their folder, to resolve from. */
  readonly origin: string;
  readonly originUrl: string;
  /** Whether an import means one of them: the script's own imports do, those of packages around it do not. */
  include(specifier: string, importer: string | undefined): boolean;
}

export function readDeclaredPackages(): DeclaredPackages {
  const origin = join(process.env.AGENTFLOW_SCRIPT_PACKAGES ?? '', 'package.json');
  const { dependencies = {} } = JSON.parse(readFileSync(origin, 'utf8')) as { dependencies?: Record<string, string> };
  const names = Object.keys(dependencies);
  return {
    origin,
    originUrl: pathToFileURL(origin).href,
    include: (specifier, importer = '') =>
      !/[\\/]node_modules[\\/]/.test(importer) &&
      names.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
  };
}
