import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import type { CheckHost, ResourceKind, ResourceSearch } from '@agentflow/plugin-sdk';
import { suggest } from './suggest.js';

/** The folders of each kind, in the order they are searched. */
export type ResourceFolders = Readonly<Record<ResourceKind, readonly string[]>>;

const RESOURCE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** Looks things up on this machine for node types. */
export function createCheckHost(folders: ResourceFolders, path: string = process.env.PATH ?? ''): CheckHost {
  const programs = new Map<string, boolean>();
  return {
    findResource: (kind, name, extensions) => findResource(folders[kind], name, extensions),
    hasProgram(name) {
      const known = programs.get(name) ?? isOnPath(name, path);
      programs.set(name, known);
      return known;
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
  const similar = suggest(name, names);
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
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
