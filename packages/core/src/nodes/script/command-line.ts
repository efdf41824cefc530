import { fileURLToPath } from 'node:url';
import type { ProcessRequest } from '@agentflow/plugin-sdk';
import type { Runtime } from './runtimes.js';

export interface ScriptFile {
  readonly runtime: Runtime;
  readonly file: string;
  /** Of uv, which installs them itself. */
  readonly deps: readonly string[];
  /** The folder whose packages a script on disk is to find before those around it. */
  readonly packages?: string;
}

/** How a script is run. Bun never downloads by itself: whether it did would depend on the folders around. */
export function commandLine({ runtime, file, deps, packages }: ScriptFile): Pick<ProcessRequest, 'command' | 'args'> {
  switch (runtime) {
    case 'bun': {
      const preload = packages === undefined ? [] : ['--preload', fileURLToPath(BUN_LOADER)];
      return { command: 'bun', args: ['run', '--no-install', ...preload, file] };
    }
    case 'node': {
      const preload = packages === undefined ? [] : ['--import', NODE_LOADER.href];
      return { command: 'node', args: [...preload, file] };
    }
    case 'uv':
      return { command: 'uv', args: ['run', ...deps.flatMap((spec) => ['--with', spec]), file] };
  }
}

const BUN_LOADER = new URL('./loaders/bun-loader.js', import.meta.url);
const NODE_LOADER = new URL('./loaders/node-loader.js', import.meta.url);

/** Tells the loaders where the packages are. */
export function loaderEnvironment({ packages }: ScriptFile): Record<string, string> {
  return packages === undefined ? {} : { AGENTFLOW_SCRIPT_PACKAGES: packages };
}
