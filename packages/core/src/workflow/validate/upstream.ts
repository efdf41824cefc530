import type { Edges } from './edges.js';

/** Which nodes are in question for each node that is referred to. */
export type Questions = ReadonlyMap<number, ReadonlySet<number>>;

/** The bits of a number. */
const BATCH = 32;

/**
 * Answers many questions of the form "does this node come before that one?" at once, 32 producers in each pass over the
 * part of the graph that lies between them and those who ask. Ten thousand nodes that each refer to another of their
 * own are 300 short passes; a set for each of them would fill the memory.
 */
export function answerAll(questions: Questions, edges: Edges, order: readonly number[]): Map<number, Set<number>> {
  const rank = new Int32Array(edges.listOf.length).fill(-1);
  for (const [index, position] of order.entries()) rank[position] = index;
  const producers = [...questions.keys()].filter((position) => (rank[position] ?? -1) >= 0);
  producers.sort((left, right) => (rank[left] ?? 0) - (rank[right] ?? 0));
  const answers = new Map<number, Set<number>>();
  const passes = new Passes(edges, order);
  for (let from = 0; from < producers.length; from += BATCH) {
    const batch = producers.slice(from, from + BATCH);
    let last = 0;
    for (const producer of batch)
      for (const asking of questions.get(producer) ?? []) last = Math.max(last, rank[asking] ?? 0);
    const upstreamOf = passes.run(batch, rank[batch[0] as number] ?? 0, last);
    for (const [bit, producer] of batch.entries()) {
      const asking = [...(questions.get(producer) ?? [])];
      answers.set(producer, new Set(asking.filter((position) => (upstreamOf(position) & (1 << bit)) !== 0)));
    }
  }
  return answers;
}

class Passes {
  readonly #edges: Edges;
  readonly #order: readonly number[];
  /** For each node the producers of the batch that are it or come before it. */
  readonly #nodes: Int32Array;
  /** The same for each list of dependencies, and the pass in which it was found. */
  readonly #lists: Int32Array;
  readonly #passes: Int32Array;
  #pass = 0;

  constructor(edges: Edges, order: readonly number[]) {
    this.#edges = edges;
    this.#order = order;
    this.#nodes = new Int32Array(edges.listOf.length);
    this.#lists = new Int32Array(edges.lists.length);
    this.#passes = new Int32Array(edges.lists.length);
  }

  /** Goes over the nodes from one place of the order to another. */
  run(batch: readonly number[], first: number, last: number): (position: number) => number {
    const { listOf } = this.#edges;
    this.#pass++;
    this.#nodes.fill(0);
    for (const [bit, producer] of batch.entries()) this.#nodes[producer] = 1 << bit;
    for (let at = first; at <= last; at++) {
      const position = this.#order[at] as number;
      this.#nodes[position] = (this.#nodes[position] ?? 0) | this.#inList(listOf[position] as number);
    }
    return (position) => {
      const list = listOf[position] as number;
      return this.#passes[list] === this.#pass ? (this.#lists[list] ?? 0) : 0;
    };
  }

  #inList(list: number): number {
    if (this.#passes[list] === this.#pass) return this.#lists[list] ?? 0;
    let bits = 0;
    for (const position of this.#edges.lists[list] ?? []) bits |= this.#nodes[position] ?? 0;
    this.#lists[list] = bits;
    this.#passes[list] = this.#pass;
    return bits;
  }
}
