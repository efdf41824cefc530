import { independent } from '../contenders/graph.js';
import { OURS, ours } from '../contenders/ours.js';
import { BARE, bareSpawn } from '../contenders/spawners.js';
import { compare } from '../rig/compare.js';
import { graphEntry } from '../rig/entries.js';
import { folderSize } from '../rig/folder-size.js';

const CONCURRENCY = 16;
const LIMIT_MS = 1_800_000;

/** Small sizes are repeated, since starting Node is most of them. */
const repeatsFor = (count) => (count <= 1000 ? 3 : 1);

export const scale = {
  name: 'scale',
  title: 'Cost per node',
  base: BARE,
  async run(bench) {
    const figures = [];
    for (const count of bench.sizes.scale) figures.push(...(await measureSize(bench, count)));
    return { figures, goals: [], size: `sixteen at a time` };
  },
};

async function measureSize(bench, count) {
  const graph = independent(count, CONCURRENCY);
  const entries = [bareSpawn, ours].map((contender) =>
    graphEntry(bench, `scale-${count}`, contender, graph, { limitMs: LIMIT_MS }),
  );
  const figures = await compare(bench, entries, repeatsFor(count));
  return figures.map((figure) => {
    const { cwd } = entries.find(({ who }) => who === figure.who);
    if (figure.failed) return { ...figure, count };
    const perNode = { wallMsPerNode: figure.wallMs / count, cpuMsPerNode: figure.cpuMs / count };
    return { ...figure, count, ...perNode, ...(figure.who === OURS ? stateOf(cwd) : {}) };
  });
}

function stateOf(cwd) {
  const { bytes, onDisk, files } = folderSize(`${cwd}/.agentflow`);
  return { stateMb: bytes / 2 ** 20, stateOnDiskMb: onDisk / 2 ** 20, stateFiles: files };
}
