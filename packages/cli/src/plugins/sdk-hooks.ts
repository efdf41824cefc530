import type { InitializeHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isWithin } from './own-sdk.js';
import type { LentSdk } from './sdk-fallback.js';

let hostFiles: Readonly<Record<string, string>> = {};
const lentTo = new Set<string>();

/** Called for every plugin that gets the SDK, all in one thread. */
export const initialize: InitializeHook<LentSdk> = ({ files, folder }) => {
  hostFiles = files;
  lentTo.add(folder);
};

/** Leads imports of the SDK to the copy of the AgentFlow that loads the plugin; see provideSdk. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const host = hostFiles[specifier];
  if (host === undefined) return nextResolve(specifier, context);
  const ours = { url: host, format: 'module' as const, shortCircuit: true };
  const importer = pathOf(context.parentURL);
  const borrower = [...lentTo].find((folder) => isWithin(importer, folder));
  try {
    const found = await nextResolve(specifier, context);
    return borrower === undefined || isWithin(pathOf(found.url), borrower) ? found : ours;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return ours;
  }
};

function pathOf(url: string | undefined): string {
  return url?.startsWith('file:') ? fileURLToPath(url) : '';
}
