import { independent, single, withLastFailing } from '../contenders/graph.js';
import { OURS, ours } from '../contenders/ours.js';
import { compare } from '../rig/compare.js';
import { graphEntry } from '../rig/entries.js';
import { atMost, figureOf } from '../rig/goals.js';
import { resumeEntry } from '../rig/resume-entry.js';

const RESUMABLE = ['make', 'ninja', 'wireit', 'dagu'];
const cold = (name) => `${name}, cold start`;

export const resume = {
  name: 'resume',
  title: 'Resume when all nodes but one are done',
  base: 'own cold start',
  hasPeers: true,
  async run(bench) {
    const contenders = [ours, ...bench.peers.filter(({ name }) => RESUMABLE.includes(name))];
    const graph = withLastFailing(independent(bench.sizes.nodes, 2));
    const entries = [];
    for (const contender of contenders) {
      bench.progress(`preparing ${contender.name}`);
      entries.push(graphEntry(bench, 'resume-start', contender, single(), { who: cold(contender.name) }));
      entries.push(await resumeEntry(bench, contender, { graph }));
    }
    const measured = await compare(bench, entries, bench.sizes.repeats);
    const figures = measured
      .filter(({ who }) => contenders.some(({ name }) => name === who))
      .map((figure) => overStart(figure, measured));
    const goals = [atMost('ms over own cold start', figureOf(figures, OURS).overMs, 100)];
    return { figures, goals, size: `${bench.sizes.nodes - 1} of ${bench.sizes.nodes} nodes done` };
  },
};

function overStart(figure, measured) {
  if (figure.failed) return figure;
  return { ...figure, overMs: figure.wallMs - figureOf(measured, cold(figure.who)).wallMs };
}
