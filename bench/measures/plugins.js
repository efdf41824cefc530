import { against, compare } from '../rig/compare.js';
import { nodeEntry } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';
import { forgetSessions, installPlugin, multiplyPlugin } from '../rig/plugin-project.js';
import { BIN } from '../rig/product.js';

const INSTALLED = 50;
const ONE = 'one plugin';
const MANY = `${INSTALLED} plugins`;

export const plugins = {
  name: 'plugins',
  title: 'A run that uses one installed plugin',
  base: ONE,
  async run(bench) {
    const entries = [];
    for (const [who, count] of [
      [ONE, 1],
      [MANY, INSTALLED],
    ]) {
      const cwd = bench.workspace.folder(who.replaceAll(' ', '-'));
      bench.progress(`installing ${who}`);
      await installPlugin(bench, cwd);
      multiplyPlugin(cwd, count);
      entries.push({ ...nodeEntry(bench, who, [BIN, 'run', 'flow.yaml'], { cwd }), before: () => forgetSessions(cwd) });
    }
    const figures = against(ONE, await compare(bench, entries, bench.sizes.startRepeats));
    return { figures, goals: [atMost(`time ÷ ${ONE}`, figureOf(figures, MANY).wallRatio, 1.1)] };
  },
};
