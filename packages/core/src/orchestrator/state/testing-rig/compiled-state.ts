import { fileURLToPath } from 'node:url';
import { compileSources, sourcesIn } from '../../../testing-rig/compile-sources.js';

const ORCHESTRATOR = fileURLToPath(new URL('../../', import.meta.url));

/** Compiles the state of sessions into the folder, for programs that run in processes of their own. */
export function compileState(folder: string): void {
  compileSources(ORCHESTRATOR, ['types.ts', ...sourcesIn(ORCHESTRATOR, 'state')], folder);
}
