// The benchmark: see options.js for what it can do and docs/benchmarks.md for what it found.
import { findPeers } from './contenders/peers.js';
import { MEASURES } from './measures/measures.js';
import { scale } from './measures/scale.js';
import { readOptions, sizesFor, USAGE } from './options.js';
import { toText } from './report/text.js';
import { writeReport } from './report/write-report.js';
import { load, machineFacts } from './rig/machine.js';
import { progressTo } from './rig/progress.js';
import { Workspace } from './rig/workspace.js';

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function main(options) {
  if (options.help) return void process.stdout.write(USAGE);
  if (options.list) return void process.stdout.write(MEASURES.map(({ name, title }) => `${name}: ${title}\n`).join(''));
  const chosen = choose(options);
  const workspace = new Workspace();
  process.once('exit', () => workspace.remove());
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
    process.once(signal, () => process.exit(code));
  const result = await measureAll(chosen, options, workspace);
  writeReport(result, options);
  process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : toText(result));
  if (result.rows.some(({ failed }) => failed)) process.exitCode = 1;
}

function choose({ only, scale: isScale }) {
  if (isScale) return [scale];
  const unknown = (only ?? []).filter((name) => !MEASURES.some((measure) => measure.name === name));
  if (unknown.length > 0) throw new Error(`No measure is called "${unknown[0]}"; --list shows the names.`);
  return only ? MEASURES.filter(({ name }) => only.includes(name)) : MEASURES;
}

async function measureAll(measures, options, workspace) {
  const progress = progressTo(process.stderr);
  const sizes = sizesFor(options);
  const before = load();
  const mayInstall = !options.quick && measures.some(({ hasPeers }) => hasPeers);
  const peers = await findPeers({ mayInstall, env: workspace.env, progress: (text) => progress.show('peers', text) });
  const rows = [];
  for (const measure of measures) {
    const bench = { workspace, sizes, peers: peers.found, progress: (text) => progress.show(measure.name, text) };
    rows.push(await measureOne(measure, bench));
  }
  progress.end();
  return {
    kind: options.scale ? 'scale' : 'benchmarks',
    quick: options.quick,
    date: new Date().toISOString().slice(0, 10),
    machine: { ...machineFacts(), loadBefore: before, loadAfter: load() },
    peers: peers.found.map(({ name, version }) => ({ who: name, version })),
    missing: peers.missing,
    rows,
  };
}

/** A measure that fails is shown as such and does not take the others with it. */
async function measureOne({ name, title, base, run }, bench) {
  const loadBefore = load();
  try {
    return { name, title, base, loadBefore, ...(await run(bench)) };
  } catch (error) {
    return { name, title, base, loadBefore, failed: error.message, figures: [], goals: [] };
  }
}
