import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Graph } from './graph.js';

const graphOf = (dependencies: Record<string, string[]>) =>
  new Graph(Object.entries(dependencies).map(([id, dependsOn]) => ({ id, dependsOn })));

/** The upstream of every node, each asked for each. */
function upstreamOfAll(graph: Graph, count: number): number[][] {
  const all = Array.from({ length: count }, (_, position) => position);
  const isUpstream = graph.upstream(new Map(all.map((position) => [position, new Set(all)])));
  return all.map((of) => all.filter((upstream) => isUpstream(upstream, of)));
}

test('a layer is the longest way to a node without dependencies', () => {
  const graph = graphOf({ a: [], b: ['a'], c: ['a', 'b'], d: [], e: ['gone'] });
  expect(graph.layers).toEqual([0, 1, 2, 0, 0]);
  expect(graph.order).toEqual([0, 3, 4, 1, 2]);
});

test('upstream means direct or not, and never itself', () => {
  const graph = graphOf({ a: [], b: ['a'], c: ['b'], d: [] });
  expect(upstreamOfAll(graph, 4)).toEqual([[], [0], [0, 1], []]);
});

test('nodes in and behind a cycle have an upstream, too', () => {
  const graph = graphOf({ a: [], b: ['a', 'd'], c: ['b'], d: ['c'], e: ['d'] });
  expect(upstreamOfAll(graph, 5)).toEqual([[], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]]);
});

test('nodes that share a list of dependencies are like nodes with lists of their own', () => {
  const shared = ['a', 'b'];
  const nodes = [
    { id: 'a', dependsOn: [] },
    { id: 'b', dependsOn: [] },
    { id: 'c', dependsOn: shared },
    { id: 'd', dependsOn: shared },
  ];
  const graph = new Graph(nodes);
  const alone = new Graph(nodes.map(({ id, dependsOn }) => ({ id, dependsOn: [...dependsOn] })));
  expect([graph.layers, graph.order]).toEqual([alone.layers, alone.order]);
  expect(upstreamOfAll(graph, 4)).toEqual(upstreamOfAll(alone, 4));
});

test.each<[name: string, dependencies: Record<string, string[]>, cycles: number[][]]>([
  ['none', { a: [], b: ['a'], c: ['a', 'b'] }, []],
  ['a node that waits for itself', { a: ['a'] }, [[0, 0]]],
  ['two nodes', { a: ['b'], b: ['a'] }, [[0, 1, 0]]],
  ['a node behind a cycle is not in it', { x: ['a'], a: ['b'], b: ['a'] }, [[1, 2, 1]]],
  [
    'a cycle behind a cycle',
    { a: ['b'], b: ['a'], c: ['a', 'd'], d: ['c'] },
    [
      [0, 1, 0],
      [2, 3, 2],
    ],
  ],
  [
    'one found on the way to another',
    { x: ['y'], y: ['a', 'x'], a: ['b'], b: ['a'] },
    [
      [2, 3, 2],
      [0, 1, 0],
    ],
  ],
])('cycles: %s', (_name, dependencies, cycles) => {
  expect(graphOf(dependencies).cycles()).toEqual(cycles);
});

test('a chain of 20,000 nodes and a cycle of as many need no deep stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => ({ id: `n${index}`, dependsOn: [`n${index - 1}`] }));
  expect(new Graph(chain).layers.at(-1)).toBe(19_999);
  expect(new Graph([{ id: 'n0', dependsOn: ['n19999'] }, ...chain.slice(1)]).cycles()[0]).toHaveLength(20_001);
});

test('whatever the graph, upstream is what a walk along the dependencies meets', () => {
  const edges = fc.array(fc.tuple(fc.nat(79), fc.nat(79)), { maxLength: 160 });
  fc.assert(
    fc.property(edges, (pairs) => {
      const dependencies = Array.from({ length: 80 }, (_, from) =>
        pairs.filter(([a, b]) => Math.max(a, b) === from && a !== b).map(([a, b]) => Math.min(a, b)),
      );
      const met: Set<number>[] = [];
      for (const list of dependencies) met.push(new Set(list.flatMap((next) => [next, ...(met[next] ?? [])])));
      const graph = new Graph(dependencies.map((list, id) => ({ id: `${id}`, dependsOn: list.map(String) })));
      expect(upstreamOfAll(graph, 80)).toEqual(met.map((set) => [...set].sort((a, b) => a - b)));
    }),
    { numRuns: 30 },
  );
});

test('whatever the graph, nodes are in order or there is a cycle, and each cycle is one', () => {
  const edges = fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 25 });
  fc.assert(
    fc.property(edges, (pairs) => {
      const dependencies = Array.from({ length: 10 }, (_, from) =>
        pairs.filter(([a]) => a === from).map(([, to]) => to),
      );
      const graph = new Graph(dependencies.map((list, id) => ({ id: `${id}`, dependsOn: list.map(String) })));
      const cycles = graph.cycles();
      expect(cycles.length > 0).toBe(graph.order.length < 10);
      for (const cycle of cycles) {
        expect(cycle[0]).toBe(cycle.at(-1));
        for (const [index, to] of cycle.slice(1).entries()) expect(dependencies[cycle[index] as number]).toContain(to);
      }
      for (const [at, node] of graph.order.entries())
        for (const upstream of dependencies[node] ?? []) expect(graph.order.indexOf(upstream)).toBeLessThan(at);
    }),
  );
});
