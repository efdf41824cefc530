import type { AdapterFactory, AgentOptionName, AgentOptions, IAgentAdapter, LaunchConfig } from '@agentflow/plugin-sdk';
import type { Registry } from '../../registry.js';
import type { Attempt, AttemptAgent } from './attempt.js';

/** A new adapter for every run of an agent, so that nothing is shared between two. */
export async function createAgentAdapter(
  adapters: Registry<AdapterFactory>,
  { name, cwd, env }: Attempt,
  { adapter }: AttemptAgent,
): Promise<IAgentAdapter> {
  const entry = adapters.get(adapter);
  if (!entry) throw new Error(`The adapter "${adapter}" is not registered any more.`);
  const factory = await entry.load();
  return factory({ name, cwd, env });
}

export interface AgentLaunch {
  readonly launch: LaunchConfig;
  /** The agent cannot continue a conversation, so it begins a new one. */
  readonly beginsAnew: boolean;
}

/** How to start an agent; throws with the reason when that cannot be said. */
export function agentLaunch(
  adapter: IAgentAdapter,
  agent: AttemptAgent,
  { prompt, options }: { readonly prompt: string | undefined; readonly options: AgentOptions },
): AgentLaunch {
  const mapping = adapter.mapOptions?.(agent.mode, options);
  const unsupported = mapping?.unsupported ?? (Object.keys(options) as AgentOptionName[]);
  const refused = unsupported.filter((name) => !DISPENSABLE.has(name) && !agent.optional.includes(name));
  if (refused.length > 0) throw new Error(`The adapter "${agent.adapter}" cannot honour ${refused.join(', ')}.`);
  const launch = adapter.getLaunchConfig(agent.mode, prompt, [...(mapping?.args ?? []), ...agent.extraArgs]);
  return {
    launch: { ...launch, env: { ...mapping?.env, ...launch.env } },
    beginsAnew: unsupported.includes('resume'),
  };
}

/**
 * An answer is checked against its format in any case, a new conversation allows an agent no more than an old one,
 * and one whose id is not known only cannot be continued.
 */
const DISPENSABLE: ReadonlySet<AgentOptionName> = new Set(['outputFormat', 'resume', 'newConversation']);

/** The conversation that a launch begins or continues, if its agent was told the id. */
export function conversationIn({ args }: LaunchConfig, { resume, newConversation }: AgentOptions): string | undefined {
  const id = resume ?? newConversation;
  return id !== undefined && args.some((arg) => arg.includes(id)) ? id : undefined;
}
