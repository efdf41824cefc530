import { parseArgs } from 'node:util';

export const USAGE = `npm run bench -- [options]

Measures agentflow against a bare spawner and against its peers. A whole run writes bench/results/latest.json,
docs/benchmarks.md and its plot; with --quick or --only nothing is written unless --out says where.

  --quick       small sizes and few repeats, within two minutes; installs no peer
  --only NAME   only this measure; may be given again
  --scale       instead: cost per node from 10 to 100,000 nodes; writes docs/scale.md and its curve
  --out FOLDER  write everything into this folder and nothing into the repository
  --json        the result as JSON on stdout, instead of tables
  --list        the names of the measures
  --help
`;

/** Reads the arguments; throws an error with a message for people. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      scale: { type: 'boolean', default: false },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

const FULL = {
  nodes: 1000,
  manyNodes: 10_000,
  outputMb: 200,
  ptyMb: 50,
  startRepeats: 15,
  repeats: 5,
  manyRepeats: 3,
  peerRepeats: 3,
  peerLimitMs: 90_000,
  scale: [10, 100, 1000, 10_000, 100_000],
};

const QUICK = {
  nodes: 100,
  manyNodes: 1000,
  outputMb: 20,
  ptyMb: 5,
  startRepeats: 3,
  repeats: 1,
  manyRepeats: 1,
  peerRepeats: 1,
  peerLimitMs: 5000,
  scale: [10, 100],
};

export function sizesFor({ quick }) {
  return quick ? QUICK : FULL;
}
