import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { single, withLastFailing } from '../contenders/graph.js';
import { ours } from '../contenders/ours.js';
import { against, compare } from '../rig/compare.js';
import { bareNode, graphEntry, NODE, nodeEntry } from '../rig/entries.js';
import { BIN, ROOT } from '../rig/product.js';
import { resumeEntry } from '../rig/resume-entry.js';

export const felt = {
  name: 'felt',
  title: 'What a person waits for',
  base: NODE,
  async run(bench) {
    const command = (...args) => nodeEntry(bench, `agentflow ${args.join(' ')}`, [BIN, ...args], { cwd: ROOT });
    const entries = [
      bareNode(bench),
      command('--help'),
      command('run', '--help'),
      command('plugins', 'list'),
      command('workflows'),
      ...examples().map((file) => command('validate', file)),
      await resumeEntry(bench, ours, { who: 'agentflow resume, one node', graph: withLastFailing(single()) }),
      graphEntry(bench, 'felt', ours, single(), { who: 'agentflow run, one node' }),
      graphEntry(bench, 'felt', ours, single(), { who: 'agentflow run, one node, in a terminal', output: 'terminal' }),
    ];
    return { figures: against(NODE, await compare(bench, entries, bench.sizes.startRepeats)), goals: [] };
  },
};

function examples() {
  return readdirSync(join(ROOT, 'examples'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `examples/${name}`);
}
