import Module, { createRequire, register } from 'node:module';
import { readDeclaredPackages } from './declared-packages.js';

/** What is used here of Node's insides: before 22.15 it has no public hook for `require`. */
const internals = Module as unknown as {
  _resolveFilename(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]): string;
};

/** For `node --import`: a script on disk finds its declared packages before those of the folders around it. */
const declared = readDeclaredPackages();
const original = internals._resolveFilename;
const declaredRequire = createRequire(declared.origin);
let isResolving = false;

register('./node-hooks.js', import.meta.url);
internals._resolveFilename = function (request, parent, ...rest) {
  if (isResolving || !declared.include(request, parent?.filename)) {
    return original.call(this, request, parent, ...rest);
  }
  isResolving = true;
  try {
    return declaredRequire.resolve(request);
  } finally {
    isResolving = false;
  }
};
