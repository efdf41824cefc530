import { OURS } from '../contenders/ours.js';
import { against, compare } from '../rig/compare.js';
import { bareNode, NODE, nodeEntry } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';
import { writeOclifHello } from '../rig/oclif-hello.js';
import { BIN } from '../rig/product.js';

const HELLO = 'bare oclif hello';

export const help = {
  name: 'help',
  title: '`--help`',
  base: NODE,
  async run(bench) {
    const cwd = bench.workspace.folder('oclif-hello');
    await writeOclifHello(cwd);
    const entries = [
      bareNode(bench),
      nodeEntry(bench, OURS, [BIN, '--help']),
      nodeEntry(bench, HELLO, ['bin/run.js', '--help'], { cwd }),
    ];
    const figures = against(NODE, await compare(bench, entries, bench.sizes.startRepeats));
    const ratio = figureOf(figures, OURS).wallMs / figureOf(figures, HELLO).wallMs;
    return { figures, goals: [atMost(`time ÷ ${HELLO}`, ratio, 1.2)] };
  },
};
