import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../rig/product.js';
import { barPlot } from './bar-plot.js';
import { curvePlot } from './curve-plot.js';
import { fillMarkers, toMarkdown } from './markdown.js';

const KINDS = {
  benchmarks: { json: 'latest.json', plot: barPlot },
  scale: { json: 'scale.json', plot: curvePlot },
};

/** Writes the result, the page and its plot. Only a whole run may change those of the repository. */
export function writeReport(result, { quick, only, out }) {
  if (!out && (quick || only)) return;
  const results = out ?? join(ROOT, 'bench/results');
  const docs = out ?? join(ROOT, 'docs');
  const { json, plot } = KINDS[result.kind];
  const page = `${result.kind}.md`;
  for (const folder of [results, join(docs, 'images')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(results, json), `${JSON.stringify(rounded(result), null, 2)}\n`);
  writeFileSync(join(docs, page), fillMarkers(readFileSync(join(ROOT, 'docs', page), 'utf8'), toMarkdown(result)));
  writeFileSync(join(docs, 'images', `${result.kind}.svg`), plot(result));
}

/** Thousandths are enough, and make the file readable. */
function rounded(value) {
  if (typeof value === 'number') return Math.round(value * 1000) / 1000;
  if (Array.isArray(value)) return value.map(rounded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rounded(part)]));
}
