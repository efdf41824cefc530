import { type Edges, edgesOf, type GraphNode, layersOf } from './edges.js';
import { answerAll, type Questions } from './upstream.js';

/** How far all searches through nodes in or behind a cycle may go together. */
const MOST_STEPS = 1_000_000;

/** Who waits for whom. Everything is iterative, because a chain of 10,000 nodes is ordinary. */
export class Graph {
  readonly #positions = new Map<string, number>();
  readonly #edges: Edges;
  /** Length of the longest way to a node without dependencies; -1 for a node in or behind a cycle. */
  readonly layers: readonly number[];
  /** Positions in an order in which every node stands after its dependencies; cyclic ones are absent. */
  readonly order: readonly number[];

  constructor(nodes: readonly GraphNode[]) {
    for (const [index, node] of nodes.entries()) if (!this.#positions.has(node.id)) this.#positions.set(node.id, index);
    this.#edges = edgesOf(nodes, this.#positions);
    ({ layers: this.layers, order: this.order } = layersOf(this.#edges));
  }

  position(id: string): number | undefined {
    return this.#positions.get(id);
  }

  /** Whether one node has to be over before another can start; only what is in question can be asked. */
  upstream(questions: Questions): (upstream: number, of: number) => boolean {
    const answers = answerAll(questions, this.#edges, this.order);
    const search = this.#searchBack();
    return (upstream, of) =>
      (this.layers[of] ?? 0) < 0 ? search(upstream, of) : (answers.get(upstream)?.has(of) ?? false);
  }

  /** Nodes in or behind a cycle have no order to go by. Past the limit a node gets the benefit of the doubt. */
  #searchBack(): (upstream: number, of: number) => boolean {
    let steps = 0;
    return (upstream, of) => {
      const seen = new Set<number>();
      const waiting = [of];
      for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
        for (const next of this.#dependenciesOf(current)) {
          if (next === upstream || ++steps > MOST_STEPS) return true;
          if (seen.has(next)) continue;
          seen.add(next);
          waiting.push(next);
        }
      }
      return false;
    };
  }

  /** A path for each group of nodes that wait for each other, as positions, the first repeated at the end. */
  cycles(): number[][] {
    const state = new Map<number, 'open' | 'over'>();
    const reported = new Set<number>();
    const found: number[][] = [];
    for (const [start, level] of this.layers.entries()) {
      if (level >= 0 || state.has(start)) continue;
      const path = [start];
      const rest = [this.#dependenciesOf(start).values()];
      state.set(start, 'open');
      while (path.length > 0) {
        const next = rest.at(-1)?.next().value;
        if (next === undefined) {
          state.set(path.pop() as number, 'over');
          rest.pop();
        } else if (state.get(next) === 'open' && !reported.has(next)) {
          const cycle = path.slice(path.indexOf(next));
          if (!cycle.some((position) => reported.has(position))) found.push([...cycle, next]);
          for (const position of cycle) reported.add(position);
        } else if (!state.has(next)) {
          path.push(next);
          rest.push(this.#dependenciesOf(next).values());
          state.set(next, 'open');
        }
      }
    }
    return found;
  }

  #dependenciesOf(position: number): readonly number[] {
    return this.#edges.lists[this.#edges.listOf[position] ?? -1] ?? [];
  }
}
