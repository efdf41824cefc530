import { figureTable, goalTable, machineWords, peerWords, scaleTable, titleOf } from './tables.js';

/** The part of a page that is measured and not written by hand. */
export function toMarkdown(result) {
  if (result.kind === 'scale')
    return [machineWords(result), ...result.rows.map((row) => table(scaleTable(row)))].join('\n\n');
  const sections = result.rows
    .filter(({ failed }) => !failed)
    .flatMap((row) => [`### ${titleOf(row)}`, ...extraWords(row), table(figureTable(row))]);
  return [machineWords(result), peerWords(result), table(goalTable(result)), ...sections].join('\n\n');
}

/** Puts the text between the markers of a page. */
export function fillMarkers(page, text) {
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`The page has no "${begin}" and "${end}".`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

function extraWords({ extra }) {
  if (!extra) return [];
  const { stateMb, stateOnDiskMb, stateFiles } = extra;
  const size = `${stateMb.toFixed(1)} MB in ${stateFiles.toLocaleString('en-US')} files, ${stateOnDiskMb.toFixed(1)} MB on the disk`;
  return [`The saved session of agentflow has ${size}.`];
}

function table({ head, lines }) {
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}
