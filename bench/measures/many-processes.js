import { chain, independent } from '../contenders/graph.js';
import { OURS } from '../contenders/ours.js';
import { BARE } from '../contenders/spawners.js';
import { against, compare } from '../rig/compare.js';
import { entriesFor } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';

export const independentNodes = {
  name: 'independent',
  title: 'Independent `true` nodes, two at a time',
  base: BARE,
  hasPeers: true,
  run: (bench) => race(bench, 'independent', independent(bench.sizes.nodes, 2)),
};

export const chainOfNodes = {
  name: 'chain',
  title: 'The same as a chain',
  base: BARE,
  hasPeers: true,
  run: (bench) => race(bench, 'chain', chain(bench.sizes.nodes)),
};

async function race(bench, name, graph) {
  const figures = against(BARE, await compare(bench, entriesFor(bench, name, graph), bench.sizes.repeats));
  const goals = [atMost(`time ÷ ${BARE}`, figureOf(figures, OURS).wallRatio, 1.25)];
  return { figures, goals, size: `${graph.nodes.length} nodes` };
}
