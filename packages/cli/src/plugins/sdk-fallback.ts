import { existsSync, realpathSync } from 'node:fs';
import Module, { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SDK = '@agentflow/plugin-sdk';

/** What plugins may import of the SDK, as the files of this AgentFlow's copy. */
function hostFiles(): Readonly<Record<string, string>> {
  return {
    [SDK]: import.meta.resolve(SDK),
    [`${SDK}/testing`]: import.meta.resolve(`${SDK}/testing`),
  };
}

/** Whether a package can reach a copy of the SDK by itself. */
export function hasOwnSdk(folder: string): boolean {
  let at = realpathSync(folder);
  for (;;) {
    if (existsSync(join(at, 'node_modules', SDK, 'package.json'))) return true;
    const parent = dirname(at);
    if (parent === at) return false;
    at = parent;
  }
}

let isProvided = false;

/** From now on who imports the SDK and has no copy of it gets this AgentFlow's. */
export function provideSdk(): void {
  if (isProvided) return;
  isProvided = true;
  const files = hostFiles();
  register('./sdk-hooks.js', import.meta.url, { data: files });
  provideToRequire(files);
}

interface ModuleInternals {
  _resolveFilename(request: string, ...rest: unknown[]): string;
}

/** Node 20 has no public hook for `require`. */
function provideToRequire(files: Readonly<Record<string, string>>): void {
  const internals = Module as unknown as ModuleInternals;
  const original = internals._resolveFilename;
  internals._resolveFilename = function (request, ...rest) {
    try {
      return original.call(this, request, ...rest);
    } catch (error) {
      const host = files[request];
      if (host === undefined || (error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
      return fileURLToPath(host);
    }
  };
}
