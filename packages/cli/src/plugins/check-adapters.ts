import { loadWorkflow, type Plan } from '@agentflow/core';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import type { Project } from '../project.js';

/** Loads the adapters that a plan uses, so that a broken one ends the command before anything runs. */
export async function checkAdapters({ adapters }: Pick<Project, 'adapters'>, { nodes }: Plan): Promise<void> {
  const names = new Set(nodes.flatMap(({ agent }) => (agent ? [agent.adapter] : [])));
  for (const name of names) {
    try {
      await adapters.get(name)?.load();
    } catch (error) {
      const { message, hint } = error as Error & { hint?: string };
      throw new CliError(`The adapter "${name}" cannot be loaded: ${message}`, {
        code: 'broken-plugin',
        exitCode: EXIT_CODES.PLUGIN,
        hint,
        cause: error,
      });
    }
  }
}

/** The same for a stored workflow. One that is invalid by now is for others to explain. */
export async function checkStoredAdapters(project: Project, workflowFile: string): Promise<void> {
  // What comes with AgentFlow needs no look.
  if (project.settings.plugins.length === 0) return;
  const result = await loadWorkflow(workflowFile, project);
  if (result.ok) await checkAdapters(project, result.plan);
}
