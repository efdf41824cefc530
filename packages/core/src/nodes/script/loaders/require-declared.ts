import Module, { createRequire } from 'node:module';
import type { DeclaredPackages } from './declared-packages.js';

interface ModuleInternals {
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string;
}

/** Makes `require` find the declared packages first. Node 20 and Bun have no public hook for it. */
export function requireDeclared(declared: DeclaredPackages): void {
  const internals = Module as unknown as ModuleInternals;
  const original = internals._resolveFilename;
  const { resolve } = createRequire(declared.origin);
  let isResolving = false;
  internals._resolveFilename = function (request, parent, ...rest) {
    if (isResolving || !declared.include(request, parent?.filename)) {
      return original.call(this, request, parent, ...rest);
    }
    isResolving = true;
    try {
      return resolve(request);
    } finally {
      isResolving = false;
    }
  };
}
