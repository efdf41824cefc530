import { statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workflowJsonSchema } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { hasOneOf, PROJECT_PLACES } from '../config/config-places.js';
import { EXIT_CODES } from '../exit-codes.js';
import { withoutPluginCode } from '../plugins/without-plugin-code.js';
import type { Project } from '../project.js';
import { shellWord } from '../sessions/text-layout.js';
import { configText, IGNORED, workflowText } from './project-files.js';

export interface InitResult {
  /** Relative to the project. */
  readonly written: readonly string[];
  /** What was there already, and was left as it is. */
  readonly kept: readonly string[];
}

const SCHEMA = join('.agentflow', 'workflow.schema.json');
const WORKFLOW = join('.agentflow', 'workflows', 'hello.yaml');
const IGNORE_FILE = '.gitignore';
const [CONFIG] = PROJECT_PLACES as [string, ...string[]];

/** Writes what a project needs to begin with. A file that is there is never touched, .gitignore only added to. */
export async function initProject(project: Project, adapter: string): Promise<InitResult> {
  const { folder } = project;
  checkPlaces(folder);
  const schema = `${JSON.stringify(await workflowJsonSchema(withoutPluginCode(project)), null, 2)}\n`;
  const config = hasOneOf(folder, PROJECT_PLACES)
    ? { name: PROJECT_PLACES.find((name) => hasOneOf(folder, [name])) ?? CONFIG, isNew: false }
    : await writeNew(folder, CONFIG, configText(adapter));
  // A config of somebody else's may name no agent, and the workflow is to run at once.
  const ownAdapter = config.isNew || project.defaultAdapter !== undefined ? undefined : adapter;
  const results = [
    config,
    await writeNew(folder, SCHEMA, schema),
    await writeNew(folder, WORKFLOW, workflowText('../workflow.schema.json', ownAdapter)),
    await addIgnored(folder),
  ];
  return {
    written: results.filter(({ isNew }) => isNew).map(({ name }) => name),
    kept: results.filter(({ isNew }) => !isNew).map(({ name }) => name),
  };
}

/** Before anything is written: whether what is there already lets the rest be made. */
function checkPlaces(folder: string): void {
  const kindOf = (name: string) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found && (found.isDirectory() ? 'folder' : 'file');
  };
  for (const name of ['.agentflow', dirname(WORKFLOW)]) if (kindOf(name) === 'file') throw inTheWay(name, 'folder');
  if (kindOf(IGNORE_FILE) === 'folder') throw inTheWay(IGNORE_FILE, 'file');
}

function inTheWay(name: string, wanted: 'file' | 'folder'): CliError {
  const word = shellWord(name);
  return new CliError(`${name} is in the way: it has to be a ${wanted}.`, {
    code: 'path-in-the-way',
    exitCode: EXIT_CODES.FAILED,
    hint: `Move it away, then try again: mv ${word} ${word}.old`,
  });
}

interface Written {
  readonly name: string;
  readonly isNew: boolean;
}

async function writeNew(folder: string, name: string, text: string): Promise<Written> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, text, { flag: 'wx' });
    return { name, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { name, isNew: false };
    throw error;
  }
}

async function addIgnored(folder: string): Promise<Written> {
  const name = IGNORE_FILE;
  const file = join(folder, name);
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = IGNORED.filter((line) => !known.has(line) && !known.has('.agentflow/'));
  if (missing.length === 0) return { name, isNew: false };
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await writeFile(file, `${start}${missing.join('\n')}\n`);
  return { name, isNew: true };
}
