import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workflowJsonSchema } from '@agentflow/core';
import { hasOneOf, PROJECT_PLACES } from '../config/config-places.js';
import { withoutPluginCode } from '../plugins/without-plugin-code.js';
import type { Project } from '../project.js';
import { configText, IGNORED, workflowText } from './project-files.js';

export interface InitResult {
  /** Relative to the project. */
  readonly written: readonly string[];
  /** What was there already, and was left as it is. */
  readonly kept: readonly string[];
}

const SCHEMA = join('.agentflow', 'workflow.schema.json');
const WORKFLOW = join('.agentflow', 'workflows', 'hello.yaml');
const [CONFIG] = PROJECT_PLACES as [string, ...string[]];

/** Writes what a project needs to begin with. A file that is there is never touched, .gitignore only added to. */
export async function initProject(project: Project, adapter: string): Promise<InitResult> {
  const { folder } = project;
  const schema = `${JSON.stringify(await workflowJsonSchema(withoutPluginCode(project)), null, 2)}\n`;
  const results = [
    hasOneOf(folder, PROJECT_PLACES)
      ? { name: PROJECT_PLACES.find((name) => hasOneOf(folder, [name])) ?? CONFIG, isNew: false }
      : await writeNew(folder, CONFIG, configText(adapter)),
    await writeNew(folder, SCHEMA, schema),
    await writeNew(folder, WORKFLOW, workflowText('../workflow.schema.json')),
    await addIgnored(folder),
  ];
  return {
    written: results.filter(({ isNew }) => isNew).map(({ name }) => name),
    kept: results.filter(({ isNew }) => !isNew).map(({ name }) => name),
  };
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
  const name = '.gitignore';
  const file = join(folder, name);
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = IGNORED.filter((line) => !known.has(line) && !known.has('.agentflow/'));
  if (missing.length === 0) return { name, isNew: false };
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await writeFile(file, `${start}${missing.join('\n')}\n`);
  return { name, isNew: true };
}
