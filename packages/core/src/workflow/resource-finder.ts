import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import type { CheckHost, ResourceKind, ResourceSearch } from '@agentflow/plugin-sdk';
import { suggest } from './suggest.js';

/** The folders of each kind, in the order they are searched. */
export type ResourceFolders = Readonly<Record<ResourceKind, readonly string[]>>;

const RESOURCE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** Looks things up for all workflows of a folder. */
export interface WorkflowHost extends CheckHost {
  /** The same for one workflow file: scripts are also found in the folder `scripts` beside it. */
  beside(workflowFile: string): CheckHost;
}

/** Looks things up on this machine for node types. */
export function createCheckHost(folders: ResourceFolders, path: string = process.env.PATH ?? ''): WorkflowHost {
  const programs = new Map<string, boolean>();
  const hasProgram = (name: string) => {
    const known = programs.get(name) ?? isOnPath(name, path);
    programs.set(name, known);
    return known;
  };
  const host = ({ command, script }: ResourceFolders): CheckHost => ({
    findResource: (kind, name, extensions) => findResource(kind === 'script' ? script : command, name, extensions),
    hasProgram,
  });
  return {
    ...host(folders),
    beside: (workflowFile) => {
      const [first, ...others] = folders.script;
      const beside = join(dirname(workflowFile), 'scripts');
      const script = [...(first === undefined ? [] : [first]), beside, ...others];
      return host({ ...folders, script: [...new Set(script)] });
    },
  };
}

function findResource(folders: readonly string[], name: string, extensions: readonly string[]): ResourceSearch {
  if (RESOURCE_NAME.test(name) && !name.includes('..')) {
    for (const folder of folders) {
      for (const extension of extensions) {
        const file = join(folder, `${name}${extension}`);
        if (isFileInside(file, folder)) return { found: true, file };
      }
    }
  }
  const names = folders.flatMap((folder) => namesIn(folder, extensions));
  // A file of that very name is none that counts.
  const similar = suggest(
    name,
    names.filter((other) => other !== name),
  );
  return { found: false, searched: folders, similar: similar === undefined ? [] : [similar] };
}

/** A link that leads out of the folder does not count. */
function isFileInside(file: string, folder: string): boolean {
  try {
    return statSync(file).isFile() && realpathSync(file).startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
}

function namesIn(folder: string, extensions: readonly string[]): string[] {
  try {
    return readdirSync(folder).flatMap((file) => {
      const extension = extensions.find((candidate) => file.endsWith(candidate));
      return extension === undefined ? [] : [file.slice(0, -extension.length)];
    });
  } catch {
    return [];
  }
}

function isOnPath(name: string, path: string): boolean {
  // A path is found where it is, as a shell has it.
  if (name.includes('/')) return isExecutable(name);
  return path.split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, name)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
