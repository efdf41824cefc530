import { resolve } from 'node:path';
import type { Value } from './expected.js';

/** Where the values of arguments and flags come from. */
export interface ValuePlace {
  /** All whole words of the line. */
  readonly words: readonly string[];
  /** Of this AgentFlow. */
  readonly version: string;
}

type Source = (place: ValuePlace, value: Value) => Promise<readonly string[]>;

/** By the name of the argument or flag; of anything else, such as files, the shell knows more than we do. */
const SOURCES: Readonly<Record<string, Source>> = {
  workflow: workflows,
  file: workflows,
  id: sessions,
  task: tasks,
  '--explain': tasks,
  '--adapter': adapters,
  plugin: plugins,
  '--plugin': async (place) => (await settings(place)).plugins.map(({ name }) => name),
};

/** The values that are known for an argument or a flag. No plugin code is loaded for them. */
export async function valuesFor(value: Value, place: ValuePlace): Promise<readonly string[]> {
  return (await SOURCES[value.of]?.(place, value)) ?? [];
}

async function workflows(place: ValuePlace): Promise<string[]> {
  const { listWorkflows } = await import('../find-workflow.js');
  return listWorkflows(await project(place)).map(({ name }) => name);
}

async function adapters(place: ValuePlace): Promise<readonly string[]> {
  return (await project(place)).adapters.names();
}

async function sessions(place: ValuePlace): Promise<string[]> {
  const listed = await (await store(place)).list();
  return listed.length === 0 ? [] : ['latest', ...listed.map(({ id }) => id)];
}

async function tasks(place: ValuePlace, { before }: Value): Promise<string[]> {
  const { SessionManager } = await import('@agentflow/core');
  const [id = 'latest'] = before;
  const sessionStore = await store(place);
  const { session } = await SessionManager.read(sessionStore, await sessionStore.find(id));
  return [...session.tasks.keys()];
}

async function plugins(place: ValuePlace, { command }: Value): Promise<string[]> {
  const { plugins: found, store: own } = await settings(place);
  const { lookAtLinks, lookAtLocked, userStore } = await import('../plugins/plugin-store.js');
  const pluginStore = place.words.includes('--user') ? userStore() : own;
  if (command === 'plugins:install') return [];
  if (command === 'plugins:unlink') return Object.keys(lookAtLinks(pluginStore).entries);
  if (command !== 'plugins:inspect') return Object.keys(lookAtLocked(pluginStore).entries);
  const { listPlugins } = await import('../plugins/list-plugins.js');
  return listPlugins(found, place.version).map(({ name }) => name);
}

async function project(place: ValuePlace) {
  const { openProject } = await import('../project.js');
  return openProject(folderOf(place), place.version, given('--plugin', place));
}

async function settings(place: ValuePlace) {
  const { readSettings } = await import('../project.js');
  return readSettings(folderOf(place), place.version);
}

async function store(place: ValuePlace) {
  const { sessionStore } = await import('../session-environment.js');
  return sessionStore(folderOf(place));
}

function folderOf(place: ValuePlace): string {
  return resolve(given('--cwd', place).at(-1) ?? '.');
}

/** What was typed for a flag. */
function given(flag: string, { words }: ValuePlace): string[] {
  return words.flatMap((word, index) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return word === flag ? words.slice(index + 1, index + 2) : [];
  });
}
