import { independent } from '../contenders/graph.js';
import { OURS } from '../contenders/ours.js';
import { BARE } from '../contenders/spawners.js';
import { against, compare } from '../rig/compare.js';
import { entriesFor } from '../rig/entries.js';
import { folderSize } from '../rig/folder-size.js';
import { atMost, figureOf } from '../rig/goals.js';

export const manyNodes = {
  name: 'many-nodes',
  title: 'Many independent nodes, sixteen at a time',
  base: BARE,
  hasPeers: true,
  async run(bench) {
    const graph = independent(bench.sizes.manyNodes, 16);
    const entries = entriesFor(bench, 'many-nodes', graph);
    const figures = against(BARE, await compare(bench, entries, bench.sizes.manyRepeats));
    const own = figureOf(figures, OURS);
    const state = folderSize(`${entries.find(({ who }) => who === OURS).cwd}/.agentflow`);
    return {
      figures,
      size: `${graph.nodes.length} nodes`,
      extra: { stateMb: state.bytes / 2 ** 20, stateOnDiskMb: state.onDisk / 2 ** 20, stateFiles: state.files },
      goals: [
        atMost(`time ÷ ${BARE}`, own.wallRatio, 1.4),
        atMost('memory, MB', own.rssMb, 250),
        atMost('state on disk, MB', state.onDisk / 2 ** 20, 20),
      ],
    };
  },
};
