const CELL = { width: 8.4, height: 19 };
const MARGIN = { side: 20, top: 52, bottom: 18 };
const COLORS = { text: '#e6e9ef', dim: '#8b93a3', 1: '#ff7b85', 2: '#8bd17c', 3: '#f5c76e', 6: '#7cc7d8' };

/** Draws the sequences of a terminal's screen as a picture. Knows what `drawScreen` of core writes: rows, colours, styles. */
export function drawSvg(drawing, { columns, title }) {
  const texts = pieces(drawing);
  const rows = Math.max(...texts.map(({ row }) => row));
  const width = Math.round(columns * CELL.width + 2 * MARGIN.side);
  const height = rows * CELL.height + MARGIN.top + MARGIN.bottom;
  const dots = ['#ff7b85', '#f5c76e', '#8bd17c'].map(
    (color, index) => `<circle cx="${24 + index * 20}" cy="18" r="6" fill="${color}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#171a21" stroke="#39404d"/>`,
    `<path d="M1 36V11A10 10 0 0 1 11 1H${width - 11}A10 10 0 0 1 ${width - 1} 11V36Z" fill="#222731"/>`,
    ...dots,
    `<text x="${width / 2}" y="23" fill="${COLORS.dim}" font-family="sans-serif" font-size="13" text-anchor="middle">${escapeXml(title)}</text>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">`,
    ...texts.map(drawPiece),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** The texts of a drawing, each with its place and style. */
function pieces(drawing) {
  const found = [];
  let [row, column, style] = [1, 1, readStyle('')];
  for (const [, position, sgr, , text] of drawing.matchAll(
    /\x1b\[(\d+;\d+)H|\x1b\[([\d;]*)m|(\x1b\[[^A-Za-z]*[A-Za-z])|([^\x1b]+)/g,
  )) {
    if (position) [row, column] = position.split(';').map(Number);
    else if (sgr !== undefined) style = readStyle(sgr);
    else if (text !== undefined) {
      if (text.trim() !== '') found.push({ row, column, style, text });
      column += [...text].length;
    }
  }
  return found;
}

function drawPiece({ row, column, style, text }) {
  const x = (MARGIN.side + (column - 1) * CELL.width).toFixed(1);
  const y = MARGIN.top + (row - 1) * CELL.height + 14;
  const length = ([...text].length * CELL.width).toFixed(1);
  const weight = style.isBold ? ' font-weight="bold"' : '';
  return `<text x="${x}" y="${y}" textLength="${length}" fill="${style.color}"${weight}>${escapeXml(text)}</text>`;
}

/** A colour is three numbers, `38;5;2`, of which the last is not a style. */
function readStyle(sgr) {
  const [, color] = /(?:^|;)38;5;(\d+)/.exec(sgr) ?? [];
  const styles = sgr.replace(/(?:^|;)[34]8;5;\d+/g, '').split(';');
  return { color: COLORS[color] ?? (styles.includes('2') ? COLORS.dim : COLORS.text), isBold: styles.includes('1') };
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
