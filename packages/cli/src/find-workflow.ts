import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { suggest } from '@agentflow/core/suggest';
import { CliError } from './cli-error.js';
import { EXIT_CODES } from './exit-codes.js';
import type { Project, WorkflowFolder } from './project.js';

export interface NamedWorkflow {
  readonly name: string;
  readonly file: string;
  readonly origin: WorkflowFolder['origin'];
}

/** Every workflow that can be run by name; a name of an earlier folder hides the same one of a later. */
export function listWorkflows({ workflowFolders }: Project): NamedWorkflow[] {
  const found = new Map<string, NamedWorkflow>();
  for (const { origin, folder } of workflowFolders) {
    for (const file of filesIn(folder)) {
      const name = withoutExtension(file);
      if (!found.has(name)) found.set(name, { name, file: join(folder, file), origin });
    }
  }
  return [...found.values()];
}

/** WORKFLOW is a file, or the name of a workflow of the project, of the user or of AgentFlow. */
export function findWorkflow(project: Project, workflow: string): string {
  const file = resolve(project.folder, workflow);
  if (/[/\\]|\.ya?ml$/.test(workflow) || existsSync(file)) return file;
  const workflows = listWorkflows(project);
  const named = workflows.find(({ name }) => name === workflow);
  if (named) return named.file;
  throw new CliError(`There is no workflow "${workflow}".`, {
    code: 'unknown-workflow',
    exitCode: EXIT_CODES.USAGE,
    hint: nearest(workflow, [...workflows.map(({ name }) => name), ...filesIn(project.folder)]),
  });
}

/** The error for a file that does not exist, with the one that may be meant. */
export function noSuchFile(workflow: string, file: string): CliError {
  const near = suggest(basename(file), filesIn(dirname(file)));
  return new CliError(`There is no file ${workflow}.`, {
    code: 'invalid-workflow',
    exitCode: EXIT_CODES.INVALID,
    hint: near ? `Did you mean ${join(dirname(workflow), near)}?` : 'Look at its name and folder.',
  });
}

/** A file of this folder may be meant, too, without its extension. */
function nearest(written: string, names: readonly string[]): string {
  const near = suggest(written, names.map(withoutExtension));
  const name = names.find((each) => withoutExtension(each) === near);
  return name === undefined
    ? 'Give the path of a file, or a name that "agentflow workflows" lists.'
    : `Did you mean "${name}"?`;
}

function withoutExtension(file: string): string {
  return file.replace(/\.ya?ml$/, '');
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => /\.ya?ml$/.test(file) && isRegularFile(join(folder, file)))
      .sort();
  } catch {
    return [];
  }
}

/** Or a link to one. Whatever else is there was not meant as a workflow, and reading it may never end. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
