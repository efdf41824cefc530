import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { didYouMean } from '@agentflow/core';
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
      const name = file.replace(/\.ya?ml$/, '');
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
  const names = workflows.map(({ name }) => name);
  throw new CliError(`There is no workflow "${workflow}".`, {
    code: 'unknown-workflow',
    exitCode: EXIT_CODES.USAGE,
    hint: `${didYouMean(workflow, names) ?? 'Give the path of a file, or a name that "agentflow workflows" lists.'}`,
  });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => /\.ya?ml$/.test(file))
      .sort();
  } catch {
    return [];
  }
}
