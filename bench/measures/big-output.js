import { closeSync, openSync, writeSync } from 'node:fs';
import { single } from '../contenders/graph.js';
import { OURS, ours } from '../contenders/ours.js';
import { against, compare } from '../rig/compare.js';
import { entriesFor, graphEntry } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';
import { runProcess } from '../rig/run-process.js';

const CAT = 'cat to a file';
const IDLE = 'agentflow, a node that prints nothing';

export const bigOutput = {
  name: 'big-output',
  title: 'One node that prints a lot',
  base: CAT,
  hasPeers: true,
  async run(bench) {
    const { workspace, sizes } = bench;
    const cwd = workspace.folder('big-output');
    const text = `${cwd}/text`;
    writeLines(text, sizes.outputMb);
    const cat = { command: 'cat', args: [text], cwd, env: workspace.env, output: `${cwd}/copy` };
    const entries = [
      { who: CAT, run: () => runProcess(cat) },
      graphEntry(bench, 'idle', ours, single('sleep 0.5'), { who: IDLE }),
      ...entriesFor(bench, 'big-output-of', single(`cat ${text}`), { output: 'file' }),
    ];
    const figures = against(CAT, await compare(bench, entries, sizes.peerRepeats));
    const own = figureOf(figures, OURS);
    const goals = [
      atMost(`time ÷ ${CAT}`, own.wallRatio, 3),
      atMost('memory over idle, MB', own.rssMb - figureOf(figures, IDLE).rssMb, 64),
    ];
    return { figures, goals, size: `${sizes.outputMb} MB` };
  },
};

function writeLines(file, megabytes) {
  const line = `${'The quick brown fox jumps over the lazy dog. '.repeat(2).slice(0, 79)}\n`;
  const block = line.repeat(2 ** 20 / line.length);
  const handle = openSync(file, 'w');
  for (let written = 0; written < megabytes * 2 ** 20; written += block.length) writeSync(handle, block);
  closeSync(handle);
}
