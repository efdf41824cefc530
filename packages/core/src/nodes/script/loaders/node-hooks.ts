import type { ResolveHook } from 'node:module';
import { readDeclaredPackages } from './declared-packages.js';

const declared = readDeclaredPackages();

/** Resolves an import of a declared package as if it stood in the folder of the packages. */
export const resolve: ResolveHook = (specifier, context, nextResolve) =>
  declared.include(specifier, context.parentURL)
    ? nextResolve(specifier, { ...context, parentURL: declared.originUrl })
    : nextResolve(specifier, context);
