import { single } from '../contenders/graph.js';
import { OURS, ours } from '../contenders/ours.js';
import { against, compare } from '../rig/compare.js';
import { bareNode, entriesFor, graphEntry, NODE, nodeEntry } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';

export const coldStart = {
  name: 'cold-start',
  title: 'A workflow of one `true` node',
  base: NODE,
  hasPeers: true,
  async run(bench) {
    const entries = [bareNode(bench), ...entriesFor(bench, 'cold-start', single()), ...withCertificates(bench)];
    const figures = against(NODE, await compare(bench, entries, bench.sizes.startRepeats));
    const goals = [atMost(`time ÷ ${NODE}`, figureOf(figures, OURS).wallRatio, 2.6)];
    if (CERTIFICATES) goals.push(atMost('the same, both with extra certificates', certificateRatio(figures), 2.6));
    return { figures, goals };
  },
};

// Where it is set, Node reads the certificates at every start, before anything else: both sides get longer by the same.
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS;
const NODE_WITH = `${NODE}, extra certificates`;
const OURS_WITH = `${OURS}, extra certificates`;

function withCertificates(bench) {
  if (!CERTIFICATES) return [];
  const env = { NODE_EXTRA_CA_CERTS: CERTIFICATES };
  return [
    nodeEntry(bench, NODE_WITH, ['-e', '0'], { env }),
    graphEntry(bench, 'cold-start', ours, single(), { who: OURS_WITH, env }),
  ];
}

function certificateRatio(figures) {
  return figureOf(figures, OURS_WITH).wallMs / figureOf(figures, NODE_WITH).wallMs;
}
