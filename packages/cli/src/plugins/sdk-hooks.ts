import type { InitializeHook, ResolveHook } from 'node:module';

let hostFiles: Readonly<Record<string, string>> = {};

export const initialize: InitializeHook<Readonly<Record<string, string>>> = (files) => {
  hostFiles = files;
};

/** Where an import of the SDK leads nowhere, it leads to the copy of the AgentFlow that loads the plugin. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const host = hostFiles[specifier];
  if (host === undefined) return nextResolve(specifier, context);
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return { url: host, format: 'module', shortCircuit: true };
  }
};
