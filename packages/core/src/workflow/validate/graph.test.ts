import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Graph } from './graph.js';

const graphOf = (dependencies: Record<string, string[]>) =>
  new Graph(Object.entries(dependencies).map(([id, dependsOn]) => ({ id, dependsOn })));

test('a layer is the longest way to a node without dependencies', () => {
  const graph = graphOf({ a: [], b: ['a'], c: ['a', 'b'], d: [], e: ['gone'] });
  expect(graph.layers).toEqual([0, 1, 2, 0, 0]);
  expect(graph.order).toEqual([0, 3, 4, 1, 2]);
});

test('upstream means direct or not, and never itself', () => {
  const graph = graphOf({ a: [], b: ['a'], c: ['b'], d: [] });
  const upstreamOf = (of: number) => [0, 1, 2, 3].filter((upstream) => graph.isUpstream(upstream, of));
  expect([0, 1, 2, 3].map(upstreamOf)).toEqual([[], [0], [0, 1], []]);
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
