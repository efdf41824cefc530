import { OURS } from '../contenders/ours.js';
import { bar, COLORS, label, line, picture } from './svg.js';
import { titleOf } from './tables.js';

const WIDTH = 760;
const BARS = { left: 190, right: 690, height: 16, gap: 6 };
const SHOWN = ['cold-start', 'independent', 'chain', 'many-nodes'];

/** A panel per measure, a bar per contender, shortest first; a logarithmic axis, since peers differ a hundredfold. */
export function barPlot({ rows }) {
  const shapes = [];
  let top = 16;
  for (const row of rows.filter(({ name, failed }) => SHOWN.includes(name) && !failed)) {
    shapes.push(
      label(16, top + 14, `${titleOf(row).replaceAll('`', '')}: time ÷ ${row.base}`, { size: 14, weight: 'bold' }),
    );
    shapes.push(...panel(row, top + 28));
    top += 28 + row.figures.length * (BARS.height + BARS.gap) + 24;
  }
  return picture(WIDTH, top, 'Time of agentflow and its peers as a multiple of the base', shapes);
}

function panel({ figures, base }, top) {
  const done = figures.filter(({ failed }) => !failed).sort((a, b) => a.wallRatio - b.wallRatio);
  const ordered = [...done, ...figures.filter(({ failed }) => failed)];
  const low = Math.min(0.5, ...done.map(({ wallRatio }) => wallRatio)) / 1.3;
  const high = Math.max(2, ...done.map(({ wallRatio }) => wallRatio));
  const at = (ratio) => BARS.left + (Math.log(ratio / low) / Math.log(high / low)) * (BARS.right - BARS.left);
  const bottom = top + ordered.length * (BARS.height + BARS.gap);
  return [
    line(at(1), top - 4, at(1), bottom, COLORS.base),
    ...ordered.flatMap((figure, index) => {
      const y = top + index * (BARS.height + BARS.gap);
      const name = label(BARS.left - 8, y + 12, figure.who, { anchor: 'end' });
      if (figure.failed) return [name, label(BARS.left, y + 12, figure.failed, { fill: COLORS.base })];
      const end = at(figure.wallRatio);
      return [
        name,
        bar(BARS.left, y, end - BARS.left, BARS.height, colorOf(figure.who, base)),
        label(end + 6, y + 12, figure.wallRatio.toFixed(2)),
      ];
    }),
  ];
}

function colorOf(who, base) {
  if (who === OURS) return COLORS.own;
  return who === base ? COLORS.base : COLORS.other;
}
