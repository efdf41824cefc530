import type { ExecutionMode } from '@agentflow/plugin-sdk';

/** Where an entry comes from, for lists and error messages. */
export interface EntrySource {
  readonly plugin: string;
  readonly version: string;
  readonly origin: 'built-in' | 'bundled' | 'user' | 'project' | 'linked' | 'flag';
}

/** A name that can be used in a workflow; its code is loaded only when it is. */
export interface RegistryEntry<Item> {
  readonly name: string;
  readonly source: EntrySource;
  /** Why it cannot be loaded, where that is known without trying. */
  readonly trouble?: { readonly reason: string; readonly hint: string };
  /** The modes of an agent, where they are known without loading it. */
  readonly modes?: readonly ExecutionMode[];
  load(): Promise<Item>;
}

/** Name → entry. Passed in wherever it is needed, never global. */
export class Registry<Item> {
  readonly #entries: ReadonlyMap<string, RegistryEntry<Item>>;

  constructor(entries: Iterable<RegistryEntry<Item>>) {
    this.#entries = new Map([...entries].map((entry) => [entry.name, entry]));
  }

  get(name: string): RegistryEntry<Item> | undefined {
    return this.#entries.get(name);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  entries(): RegistryEntry<Item>[] {
    return [...this.#entries.values()];
  }
}
