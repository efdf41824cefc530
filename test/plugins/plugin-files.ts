import type { Files } from './npm-registry.js';

export interface PluginOptions {
  readonly version?: string;
  /** Ids of adapters; each prints its prompt behind the plugin's name and version. */
  readonly adapters?: readonly string[];
  /** Ids of node types; each gives its text back behind the plugin's name and version. */
  readonly nodeTypes?: readonly string[];
  /** Code before everything else in the entry. */
  readonly start?: string;
  /** The whole entry. */
  readonly entry?: string;
  readonly packageJson?: Readonly<Record<string, unknown>>;
  readonly agentflow?: Readonly<Record<string, unknown>>;
}

/** The files of a small plugin. It has the SDK as an optional peer, as the docs ask for. */
export function pluginFiles(name: string, options: PluginOptions = {}): Files {
  const { version = '1.0.0', adapters = [], nodeTypes = [], start = '', packageJson = {}, agentflow = {} } = options;
  const manifest = {
    name,
    version,
    type: 'module',
    agentflow: { apiVersion: 1, entry: './index.js', contributes: { adapters, nodeTypes }, ...agentflow },
    peerDependencies: { '@agentflow/plugin-sdk': '^0.1' },
    peerDependenciesMeta: { '@agentflow/plugin-sdk': { optional: true } },
    ...packageJson,
  };
  const title = `${name} ${version}:`;
  const entry = `${start}
import { createAdapter, definePlugin } from '@agentflow/plugin-sdk';
const schema = { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } };
const adapter = createAdapter({ command: 'echo', modes: { headless: { args: [${JSON.stringify(title)}], prompt: 'last' } } });
const nodeType = (id) => ({ schema, run: async (config) => ({ status: 'done', output: ${JSON.stringify(title)} + ' ' + config[id] }) });
export default definePlugin({
  name: ${JSON.stringify(name)},
  apiVersion: 1,
  adapters: { ${adapters.map((id) => `${JSON.stringify(id)}: adapter`).join(', ')} },
  nodeTypes: { ${nodeTypes.map((id) => `${JSON.stringify(id)}: nodeType(${JSON.stringify(id)})`).join(', ')} },
});
`;
  return { 'package.json': JSON.stringify(manifest, null, 2), 'index.js': options.entry ?? entry };
}

/** The same files in a folder. */
export function inFolder(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

/** A workflow with one node that runs an agent. */
export function agentWorkflow(adapter: string, prompt = 'hello'): string {
  return `name: w\ndescription: One agent.\nnodes:\n  - id: a\n    adapter: ${adapter}\n    prompt: ${prompt}\n`;
}

/** A workflow with one node of a type. */
export function nodeWorkflow(type: string, value = 'hello'): string {
  return `name: w\ndescription: One node.\nnodes:\n  - id: a\n    ${type}: ${value}\n`;
}
