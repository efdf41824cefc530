/** The least a graph needs to know of a node. */
export interface GraphNode {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/**
 * Dependencies by position. Unknown ids are left out: they are reported elsewhere. Everything is iterative,
 * because a chain of 10,000 nodes is ordinary.
 */
export class Graph {
  readonly #positions = new Map<string, number>();
  readonly #dependencies: readonly (readonly number[])[];
  readonly #dependents: readonly (readonly number[])[];
  readonly #downstream = new Map<number, Uint32Array>();
  /** Length of the longest way to a node without dependencies; -1 for a node in or behind a cycle. */
  readonly layers: readonly number[];
  /** Positions in an order in which every node stands after its dependencies; cyclic ones are absent. */
  readonly order: readonly number[];

  constructor(nodes: readonly GraphNode[]) {
    for (const [index, node] of nodes.entries()) if (!this.#positions.has(node.id)) this.#positions.set(node.id, index);
    const shared = new Map<readonly string[], readonly number[]>();
    this.#dependencies = nodes.map((node) => {
      const known = shared.get(node.dependsOn) ?? this.#toPositions(node.dependsOn);
      shared.set(node.dependsOn, known);
      return known;
    });
    this.#dependents = invert(this.#dependencies);
    ({ layers: this.layers, order: this.order } = layer(this.#dependencies, this.#dependents));
  }

  position(id: string): number | undefined {
    return this.#positions.get(id);
  }

  /** Whether one node has to be over before the other can start. */
  isUpstream(upstream: number, of: number): boolean {
    if (this.#dependencies[of]?.includes(upstream)) return true;
    const known = this.#downstream.get(upstream) ?? this.#collectDownstream(upstream);
    this.#downstream.set(upstream, known);
    return ((known[of >> 5] ?? 0) & (1 << (of & 31))) !== 0;
  }

  /** Everything behind a node as a set of bits: many references to few nodes are the rule. */
  #collectDownstream(start: number): Uint32Array {
    const bits = new Uint32Array((this.#dependencies.length >> 5) + 1);
    const waiting = [start];
    for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
      for (const next of this.#dependents[current] ?? []) {
        const [word, bit] = [next >> 5, 1 << (next & 31)];
        if (((bits[word] ?? 0) & bit) !== 0) continue;
        bits[word] = (bits[word] ?? 0) | bit;
        waiting.push(next);
      }
    }
    return bits;
  }

  /** A path for each group of nodes that wait for each other, as positions, the first repeated at the end. */
  cycles(): number[][] {
    const state = new Map<number, 'open' | 'over'>();
    const reported = new Set<number>();
    const found: number[][] = [];
    for (const [start, level] of this.layers.entries()) {
      if (level >= 0 || state.has(start)) continue;
      const path = [start];
      const rest = [this.#dependencies[start]?.values()];
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
          rest.push(this.#dependencies[next]?.values());
          state.set(next, 'open');
        }
      }
    }
    return found;
  }

  #toPositions(ids: readonly string[]): number[] {
    return ids.map((id) => this.#positions.get(id)).filter((position) => position !== undefined);
  }
}

function invert(dependencies: readonly (readonly number[])[]): number[][] {
  const dependents: number[][] = dependencies.map(() => []);
  for (const [index, list] of dependencies.entries()) for (const upstream of list) dependents[upstream]?.push(index);
  return dependents;
}

type Lists = readonly (readonly number[])[];

function layer(dependencies: Lists, dependents: Lists): { layers: number[]; order: number[] } {
  const open = dependencies.map((list) => list.length);
  const layers = dependencies.map(() => -1);
  const order = open.flatMap((count, index) => (count === 0 ? [index] : []));
  for (const index of order) layers[index] = 0;
  for (let at = 0; at < order.length; at++) {
    for (const next of dependents[order[at] as number] ?? []) {
      open[next] = (open[next] ?? 0) - 1;
      if (open[next] !== 0) continue;
      layers[next] =
        1 + (dependencies[next] ?? []).reduce((highest, index) => Math.max(highest, layers[index] ?? 0), 0);
      order.push(next);
    }
  }
  return { layers, order };
}
