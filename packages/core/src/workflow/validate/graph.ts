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

  /** One path per cycle, as positions, the first repeated at the end. */
  cycles(): number[][] {
    const cyclic = new Set(this.layers.flatMap((level, index) => (level < 0 ? [index] : [])));
    const visited = new Set<number>();
    const found: number[][] = [];
    for (const start of cyclic) {
      const path: number[] = [];
      let current: number | undefined = start;
      while (current !== undefined && !visited.has(current)) {
        visited.add(current);
        path.push(current);
        current = this.#dependencies[current]?.find((next) => cyclic.has(next));
      }
      const begin = current === undefined ? -1 : path.indexOf(current);
      if (begin >= 0) found.push([...path.slice(begin), path[begin] as number]);
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
