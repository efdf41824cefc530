import { independent } from '../contenders/graph.js';
import { ours } from '../contenders/ours.js';
import { against, compare } from '../rig/compare.js';
import { graphEntry } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';

const WITHOUT = 'agentflow without a terminal';
const WITH = 'agentflow in a terminal';

export const terminal = {
  name: 'terminal',
  title: 'The same with the live view of a terminal',
  base: WITHOUT,
  async run(bench) {
    const graph = independent(bench.sizes.nodes, 2);
    const entries = [
      graphEntry(bench, 'terminal', ours, graph, { who: WITHOUT }),
      graphEntry(bench, 'terminal', ours, graph, { who: WITH, output: 'terminal' }),
    ];
    const figures = against(WITHOUT, await compare(bench, entries, bench.sizes.repeats));
    const [plain, live] = [figureOf(figures, WITHOUT), figureOf(figures, WITH)];
    const goals = [
      atMost('time ÷ without a terminal', live.wallRatio, 1.3),
      atMost('MB more than without a terminal', live.rssMb - plain.rssMb, 40),
    ];
    return { figures, goals, size: `${graph.nodes.length} nodes` };
  },
};
