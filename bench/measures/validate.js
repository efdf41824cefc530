import { independent } from '../contenders/graph.js';
import { OURS, writeWorkflow } from '../contenders/ours.js';
import { against, compare } from '../rig/compare.js';
import { nodeEntry } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';
import { BIN, libraryOf } from '../rig/product.js';
import { selfTimed } from '../rig/self-timed.js';

const PARSER = 'the YAML parser alone';
const PARSER_INSIDE = 'the YAML parser alone, without starting Node';
const OURS_INSIDE = 'agentflow, without starting Node';

export const validate = {
  name: 'validate',
  title: '`validate` of a large file',
  base: PARSER,
  async run(bench) {
    const cwd = bench.workspace.folder('validate');
    const file = `${cwd}/flow.yaml`;
    writeWorkflow(file, independent(bench.sizes.manyNodes, 2));
    const yaml = libraryOf('core', 'yaml');
    const entries = [
      selfTimed(bench, { who: PARSER, whole: true, program: 'parse-yaml.js', args: [yaml, file] }),
      nodeEntry(bench, OURS, [BIN, 'validate', file], { cwd }),
      selfTimed(bench, { who: PARSER_INSIDE, program: 'parse-yaml.js', args: [yaml, file] }),
      selfTimed(bench, { who: OURS_INSIDE, program: 'load-workflow.js', args: [file] }),
    ];
    const figures = against(PARSER, await compare(bench, entries, bench.sizes.repeats));
    const inside = figureOf(figures, OURS_INSIDE).wallMs / figureOf(figures, PARSER_INSIDE).wallMs;
    const goals = [
      atMost(`time ÷ ${PARSER}`, figureOf(figures, OURS).wallRatio, 2),
      atMost('the same without starting Node', inside, 2),
    ];
    return { figures, goals, size: `${bench.sizes.manyNodes} nodes` };
  },
};
