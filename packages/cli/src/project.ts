import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AdapterFactory,
  builtInNodeTypes,
  createCheckHost,
  type LoadEnvironment,
  type NodeType,
  Registry,
} from '@agentflow/core';
import { bundledAdapters } from './bundled/bundled-plugins.js';

/** The folder a command works in, with everything that is registered there. */
export interface Project extends LoadEnvironment {
  readonly folder: string;
  readonly adapters: Registry<AdapterFactory>;
  readonly nodeTypes: Registry<NodeType>;
  /** Where workflows are found by name, in this order. */
  readonly workflowFolders: readonly WorkflowFolder[];
}

export interface WorkflowFolder {
  readonly origin: 'project' | 'user' | 'bundled';
  readonly folder: string;
}

export function openProject(folder: string, version: string): Project {
  const user = userFolder();
  return {
    folder,
    adapters: new Registry(bundledAdapters(version)),
    nodeTypes: new Registry(builtInNodeTypes(version)),
    host: createCheckHost({
      command: [join(folder, '.agentflow', 'commands'), join(user, 'commands')],
      script: [join(folder, 'scripts'), join(folder, '.agentflow', 'scripts')],
    }),
    workflowFolders: [
      { origin: 'project', folder: join(folder, '.agentflow', 'workflows') },
      { origin: 'user', folder: join(user, 'workflows') },
      { origin: 'bundled', folder: fileURLToPath(new URL('../workflows', import.meta.url)) },
    ],
  };
}

/** A path as a person in that folder would type it. */
export function shortPath(folder: string, file: string): string {
  const short = relative(folder, file);
  return short === '' || short.startsWith('..') ? file : short;
}

function userFolder(): string {
  const config = process.env.XDG_CONFIG_HOME || join(process.env.HOME || homedir(), '.config');
  return join(config, 'agentflow');
}
