import Module, { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isWithin, SDK } from './own-sdk.js';

/** What the hooks have to know: the SDK's files of this AgentFlow, and the folder of a plugin that has no copy. */
export interface LentSdk {
  readonly files: Readonly<Record<string, string>>;
  readonly folder: string;
}

const lentTo = new Set<string>();

/**
 * From now on what is imported in a plugin's own folder gets this AgentFlow's SDK, also where a folder above has a copy:
 * that one is somebody else's, of any version. So does who would find none at all.
 */
export function provideSdk(folder: string): void {
  if (lentTo.has(folder)) return;
  const files = hostFiles();
  register('./sdk-hooks.js', import.meta.url, { data: { files, folder } satisfies LentSdk });
  if (lentTo.size === 0) provideToRequire(files);
  lentTo.add(folder);
}

/** What plugins may import of the SDK, as the files of this AgentFlow's copy. */
function hostFiles(): Readonly<Record<string, string>> {
  return {
    [SDK]: import.meta.resolve(SDK),
    [`${SDK}/testing`]: import.meta.resolve(`${SDK}/testing`),
  };
}

interface ModuleInternals {
  _resolveFilename(request: string, parent: { readonly filename?: string | null } | null, ...rest: unknown[]): string;
}

/** Node 20 has no public hook for `require`. */
function provideToRequire(files: Readonly<Record<string, string>>): void {
  const internals = Module as unknown as ModuleInternals;
  const original = internals._resolveFilename;
  internals._resolveFilename = function (request, parent, ...rest) {
    const host = files[request];
    if (host === undefined) return original.call(this, request, parent, ...rest);
    const borrower = [...lentTo].find((folder) => isWithin(parent?.filename ?? '', folder));
    try {
      const found = original.call(this, request, parent, ...rest);
      return borrower === undefined || isWithin(found, borrower) ? found : fileURLToPath(host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
      return fileURLToPath(host);
    }
  };
}
