import { figureTable, goalTable, machineWords, peerWords, scaleTable, titleOf } from './tables.js';

/** The whole result for a terminal. */
export function toText(result) {
  const parts = result.rows.flatMap((row) => {
    if (row.failed) return [];
    return [titleOf(row), align(result.kind === 'scale' ? scaleTable(row) : figureTable(row))];
  });
  const goals = result.rows.some((row) => row.failed || row.goals.length > 0) ? [align(goalTable(result))] : [];
  return `${[machineWords(result), peerWords(result), ...parts, ...goals].join('\n\n')}\n`;
}

function align({ head, lines }) {
  const rows = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
