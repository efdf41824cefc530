import { type AdapterFactory, loadWorkflow, type Plan, Registry, type RegistryEntry } from '@agentflow/core';
import type { ExecutionMode, IAgentAdapter } from '@agentflow/plugin-sdk';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import type { Project } from '../project.js';

type Adapters = Registry<AdapterFactory>;

/**
 * Loads the adapters that a plan uses, so that a broken one ends the command before anything runs. The result is the
 * same adapters, of which it is known now whether they lack a mode; loading the workflow with them refuses it.
 */
export async function checkAdapters({ adapters, folder }: Project, { nodes }: Plan): Promise<Adapters> {
  const names = new Set(nodes.flatMap(({ agent }) => (agent ? [agent.adapter] : [])));
  const known: RegistryEntry<AdapterFactory>[] = [];
  for (const entry of adapters.entries()) {
    if (!names.has(entry.name)) continue;
    const factory = await load(entry);
    const modes = entry.modes ?? modesOf(() => factory({ name: entry.name, cwd: folder, env: ownEnvironment() }));
    if (modes) known.push({ ...entry, modes });
  }
  // A later entry counts.
  return new Registry([...adapters.entries(), ...known]);
}

/** The same for a stored workflow. One that is invalid by now is for others to explain. */
export async function checkStoredAdapters(project: Project, workflowFile: string): Promise<Adapters> {
  // What comes with AgentFlow needs no look.
  if (project.settings.plugins.length === 0) return project.adapters;
  const result = await loadWorkflow(workflowFile, project);
  return result.ok ? checkAdapters(project, result.plan) : project.adapters;
}

/** Whether a node runs its agent in a mode that the agent lacks. */
export function lacksMode({ nodes }: Plan, adapters: Adapters): boolean {
  return nodes.some(({ agent }) => {
    if (!agent) return false;
    const modes = adapters.get(agent.adapter)?.modes;
    return modes !== undefined && !modes.includes(agent.executionMode);
  });
}

async function load({ name, load }: RegistryEntry<AdapterFactory>): Promise<AdapterFactory> {
  try {
    return await load();
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

const MODES: readonly ExecutionMode[] = ['interactive', 'headless'];

/**
 * An adapter refuses a mode by throwing. One that throws in every mode has another reason, which is told when it is
 * launched: undefined.
 */
function modesOf(make: () => IAgentAdapter): readonly ExecutionMode[] | undefined {
  const modes = MODES.filter((mode) => {
    try {
      make().getLaunchConfig(mode, 'Say hello.');
      return true;
    } catch {
      return false;
    }
  });
  return modes.length > 0 ? modes : undefined;
}

function ownEnvironment(): Record<string, string> {
  return { ...process.env } as Record<string, string>;
}
