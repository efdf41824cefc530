import type { AdapterFactory, AgentOptions, Permissions } from '@agentflow/plugin-sdk';
import type { Registry, RegistryEntry } from '../../registry.js';
import type { DraftNode } from '../lower/draft-node.js';
import type { AgentSettings } from '../plan.js';
import type { Path, ProblemList } from '../problem.js';
import { didYouMean } from '../suggest.js';
import { AdapterAnswers, ANY_CONVERSATION } from './adapter-answers.js';
import { checkConversation } from './check-conversation.js';

interface AgentEnvironment {
  readonly adapters: Registry<AdapterFactory>;
  /** `defaults.permissions` of the config file. */
  readonly permissions?: Permissions;
}

/** Every node that runs an agent names a registered adapter that can honour its options. */
export async function checkAgents(
  drafts: readonly DraftNode[],
  environment: AgentEnvironment,
  problems: ProblemList,
): Promise<void> {
  const { adapters } = environment;
  const reported = new Set<string>();
  const answers = new AdapterAnswers(adapters);
  const options = new OptionCheck(environment, answers);
  for (const draft of drafts) {
    const { agent } = draft.node;
    if (!agent) continue;
    checkFormat(draft, agent, problems);
    const entry = adapters.get(agent.adapter);
    if (entry) {
      checkMode(draft, agent, entry, problems);
      await options.check(draft, agent, problems);
      await checkConversation(draft, agent, { answers, problems });
    } else if (agent.adapter === '') {
      const hint = `Add "adapter: …" here or at the top of the file; registered are ${adapters.names().join(', ')}.`;
      problems.error(
        'missing-adapter',
        draft.path,
        `${draft.noun} "${draft.node.id}" runs an agent, but names no "adapter".`,
        { at: 'key', hint },
      );
    } else if (!reported.has(String(draft.adapterPath))) {
      reported.add(String(draft.adapterPath));
      const message = `No adapter is called "${agent.adapter}".`;
      problems.error('unknown-adapter', draft.adapterPath, message, {
        hint: adapterHint(agent.adapter, adapters.names()),
      });
    }
  }
}

function checkMode(
  { node, noun, path }: DraftNode,
  { adapter, executionMode }: AgentSettings,
  { modes }: RegistryEntry<AdapterFactory>,
  problems: ProblemList,
): void {
  if (!modes || modes.includes(executionMode)) return;
  const message = `${noun} "${node.id}" is ${executionMode}, which the adapter "${adapter}" cannot be.`;
  const hint = modes[0] ? `Use "executionMode: ${modes[0]}" here, or another adapter.` : 'Use another adapter.';
  problems.error('unsupported-option', [...path, 'executionMode'], message, { hint });
}

/** What an interactive agent leaves behind is a screen, which no schema can be held against. */
function checkFormat({ node, noun, path }: DraftNode, agent: AgentSettings, problems: ProblemList): void {
  if (agent.executionMode === 'headless' || !agent.outputFormat) return;
  const message = `${noun} "${node.id}" runs in a terminal, so that its answer cannot be held to "output_format".`;
  const hint = 'Use "executionMode: headless" here, or take "output_format" out.';
  problems.error('unsupported-option', [...path, 'output_format'], message, { at: 'key', hint });
}

function adapterHint(name: string, known: readonly string[]): string {
  const other = `Registered are ${known.join(', ')}. "agentflow plugins install adapter-${name}" would add one.`;
  return didYouMean(name, known) ?? other;
}

/** YAML field of each option, for the place of the diagnostic. */
const OPTION_FIELDS: Readonly<Partial<Record<keyof AgentOptions, string>>> = {
  model: 'model',
  permissions: 'permissions',
  allowedTools: 'allowed_tools',
  deniedTools: 'denied_tools',
};

/** Asks an adapter's own code only when a node sets an option; one that is known to be unusable, for its reason. */
class OptionCheck {
  readonly #environment: AgentEnvironment;
  readonly #answers: AdapterAnswers;

  constructor(environment: AgentEnvironment, answers: AdapterAnswers) {
    this.#environment = environment;
    this.#answers = answers;
  }

  async check({ node, path, adapterPath }: DraftNode, agent: AgentSettings, problems: ProblemList): Promise<void> {
    const { model, allowedTools, deniedTools } = agent;
    const permissions = agent.permissions ?? this.#environment.permissions;
    const options: AgentOptions = {
      ...(model && { model }),
      ...(permissions && { permissions }),
      ...(allowedTools && { allowedTools }),
      ...(deniedTools && { deniedTools }),
      ...(agent.resumeFrom !== undefined && { resume: ANY_CONVERSATION }),
    };
    if (Object.keys(options).length === 0 && !this.#environment.adapters.get(agent.adapter)?.trouble) return;
    const answer = await this.#answers.to(agent, options);
    this.#answers.reportFailure(answer, agent, { adapterPath, problems });
    for (const option of answer.unsupported) {
      if (option === 'resume') this.#reportResume(node.id, agent, path, problems);
      else if (option === 'permissions' && !agent.permissions) this.#reportDefault(node.id, agent, path, problems);
      else this.#report(option, node.id, agent, path, problems);
    }
  }

  #reportResume(id: string, { adapter, resumeFrom }: AgentSettings, path: Path, problems: ProblemList): void {
    const message = `The adapter "${adapter}" cannot honour "context: {resume: ${resumeFrom}}" of "${id}".`;
    const hint = `It cannot continue a conversation: take "context" out and hand on "$${resumeFrom}.output" in the prompt, or use an adapter that can.`;
    problems.error('unsupported-option', [...path, 'context', 'resume'], message, { hint });
  }

  #report(option: keyof AgentOptions, id: string, agent: AgentSettings, path: Path, problems: ProblemList): void {
    const field = OPTION_FIELDS[option] ?? option;
    const set: unknown = agent[option as 'model'];
    const value = typeof set === 'string' ? set : JSON.stringify(set);
    const message = `The adapter "${agent.adapter}" cannot honour "${field}: ${value}" of "${id}".`;
    const hint = `Take "${field}" out, or use an adapter that has it; it is refused rather than ignored, because the agent might do more than you allow.`;
    problems.error('unsupported-option', [...path, field], message, { hint });
  }

  #reportDefault(id: string, { adapter }: AgentSettings, path: Path, problems: ProblemList): void {
    const inherited = `"permissions: ${this.#environment.permissions}"`;
    const message = `The adapter "${adapter}" cannot honour ${inherited}, which "${id}" has from "defaults" of the config file.`;
    const hint = `Set "permissions" here to a level that the adapter has, or change the default; it is refused rather than ignored, because the agent might do more than you allow.`;
    problems.error('unsupported-option', path, message, { at: 'key', hint });
  }
}
