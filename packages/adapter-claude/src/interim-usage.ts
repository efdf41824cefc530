import { type AgentEvent, recordOf, type StreamRecord, textOf } from '@agentflow/plugin-sdk';
import { inputTokensOf } from './events.js';

/**
 * What claude has read so far: all that is known of a run that is stopped. The result at its end, which never comes
 * then, replaces it. A message comes once for each of its blocks, always with the usage of its beginning: by then it
 * is settled what was read, but not what is written.
 */
export class InterimUsage {
  readonly #readFor = new Map<string, number>();
  #inputTokens = 0;

  /** What a record adds, if anything. */
  after({ type, message }: StreamRecord): AgentEvent[] {
    const { id, usage } = recordOf(message);
    const read = inputTokensOf(recordOf(usage));
    const added = (read ?? 0) - (this.#readFor.get(textOf(id)) ?? 0);
    if (type !== 'assistant' || textOf(id) === '' || read === null || added === 0) return [];
    this.#readFor.set(textOf(id), read);
    this.#inputTokens += added;
    return [{ type: 'usage', counts: 'total', inputTokens: this.#inputTokens, outputTokens: null, costUsd: null }];
  }
}
