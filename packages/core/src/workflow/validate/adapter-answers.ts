import type { AdapterFactory, AgentOptions } from '@agentflow/plugin-sdk';
import type { Registry } from '../../registry.js';
import type { AgentSettings } from '../plan.js';
import type { Path, ProblemList } from '../problem.js';

/** Which conversation is continued is known only when the session runs. */
export const ANY_CONVERSATION = '00000000-0000-4000-8000-000000000000';

/** What the code of an adapter says about options. */
export interface Answer {
  readonly unsupported: readonly (keyof AgentOptions)[];
  /** Why it could not be asked. */
  readonly failure?: string;
  readonly hint?: string;
}

/** Asks the code of adapters what they cannot honour, once for each set of options. */
export class AdapterAnswers {
  readonly #adapters: Registry<AdapterFactory>;
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #reported = new Set<string>();

  constructor(adapters: Registry<AdapterFactory>) {
    this.#adapters = adapters;
  }

  to(agent: AgentSettings, options: AgentOptions): Promise<Answer> {
    const key = JSON.stringify([agent.adapter, agent.executionMode, options]);
    const answer = this.#answers.get(key) ?? this.#ask(agent, options);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Once for each place that names the adapter. */
  reportFailure(
    { failure, hint }: Answer,
    { adapter }: AgentSettings,
    { adapterPath, problems }: { adapterPath: Path; problems: ProblemList },
  ): void {
    if (failure === undefined || this.#reported.has(String(adapterPath))) return;
    this.#reported.add(String(adapterPath));
    problems.error('broken-adapter', adapterPath, `The adapter "${adapter}" cannot be loaded: ${failure}`, {
      hint: hint ?? 'Install its plugin again, or use another adapter.',
    });
  }

  async #ask({ adapter, executionMode }: AgentSettings, options: AgentOptions): Promise<Answer> {
    try {
      const factory = await this.#adapters.get(adapter)?.load();
      const mapping = factory?.({ name: adapter, cwd: '.', env: {} }).mapOptions?.(executionMode, options);
      return { unsupported: mapping?.unsupported ?? (Object.keys(options) as (keyof AgentOptions)[]) };
    } catch (error) {
      const { message, hint } = error as Error & { hint?: string };
      return { unsupported: [], failure: message, ...(hint !== undefined && { hint }) };
    }
  }
}
