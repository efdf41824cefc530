import { OURS } from '../contenders/ours.js';
import { BARE } from '../contenders/spawners.js';
import { COLORS, curve, label, line, picture } from './svg.js';

const PANEL = { width: 380, height: 300, left: 56, right: 20, top: 56, bottom: 40 };
const PANELS = [
  { title: 'Processor time per node, ms', of: 'cpuMsPerNode' },
  { title: 'Peak memory, MB', of: 'rssMb' },
];

/** Cost per node and memory over the number of nodes, both axes logarithmic. */
export function curvePlot({ rows }) {
  const figures = rows.flatMap((row) => row.figures).filter(({ failed }) => !failed);
  const panels = PANELS.flatMap((panel, index) => drawPanel(panel, figures, index * PANEL.width));
  return picture(PANEL.width * PANELS.length, PANEL.height, 'Cost per node and memory by number of nodes', panels);
}

function drawPanel({ title, of }, all, shift) {
  const figures = all.filter((figure) => figure[of] > 0);
  const x = axis(
    figures.map(({ count }) => count),
    shift + PANEL.left,
    shift + PANEL.width - PANEL.right,
  );
  const y = axis(
    figures.map((figure) => figure[of]),
    PANEL.height - PANEL.bottom,
    PANEL.top,
  );
  const points = (who) =>
    figures.filter((figure) => figure.who === who).map((figure) => ({ x: x.at(figure.count), y: y.at(figure[of]) }));
  const [right, bottom] = [shift + PANEL.width - PANEL.right, PANEL.height - PANEL.bottom];
  return [
    label(shift + 16, 24, title, { size: 14, weight: 'bold' }),
    label(shift + 16, 42, OURS, { fill: COLORS.own }),
    label(shift + 90, 42, BARE, { fill: COLORS.base }),
    ...y.ticks.flatMap((tick) => [
      line(shift + PANEL.left, y.at(tick), right, y.at(tick)),
      label(shift + PANEL.left - 6, y.at(tick) + 4, String(tick), { anchor: 'end', size: 11 }),
    ]),
    ...x.ticks.map((tick) =>
      label(x.at(tick), bottom + 18, tick.toLocaleString('en-US'), { anchor: 'middle', size: 11 }),
    ),
    curve(points(BARE), COLORS.base),
    curve(points(OURS), COLORS.own),
  ];
}

/** A logarithmic axis from one power of ten to another. */
function axis(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => Number((10 ** (low + index)).toPrecision(1)));
  return { ticks, at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from) };
}
