const CELL = { width: 8.4, height: 19 };
const MARGIN = { side: 16, top: 44, bottom: 16 };
const COLORS = { text: '#d7dae0', background: '#1b1f27', 1: '#f2777a', 2: '#8fc76b', 3: '#f0c674', 6: '#7cc7d8' };

/** Draws the sequences of a terminal's screen as a picture. Knows what `drawScreen` of core writes: rows, colours, styles. */
export function drawSvg(drawing, { columns, rows, title }) {
  const width = Math.round(columns * CELL.width + 2 * MARGIN.side);
  const height = rows * CELL.height + MARGIN.top + MARGIN.bottom;
  const dots = ['#f2777a', '#f0c674', '#8fc76b'].map(
    (color, index) => `<circle cx="${22 + index * 18}" cy="20" r="6" fill="${color}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="9" fill="${COLORS.background}"/>`,
    ...dots,
    `<text x="${width / 2}" y="25" fill="#8b92a0" font-family="sans-serif" font-size="13" text-anchor="middle">${escapeXml(title)}</text>`,
    `<g font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">`,
    ...pieces(drawing).map(drawPiece),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** The texts of a drawing, each with its place and style. */
function pieces(drawing) {
  const found = [];
  let [row, column, style] = [1, 1, []];
  for (const [, position, sgr, , text] of drawing.matchAll(
    /\x1b\[(\d+;\d+)H|\x1b\[([\d;]*)m|(\x1b\[[^A-Za-z]*[A-Za-z])|([^\x1b]+)/g,
  )) {
    if (position) [row, column] = position.split(';').map(Number);
    else if (sgr !== undefined) style = sgr.split(';').map(Number);
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
  const attributes = [
    `fill="${colorOf(style)}"`,
    ...(style.includes(1) ? ['font-weight="bold"'] : []),
    ...(style.includes(2) ? ['opacity="0.65"'] : []),
  ];
  return `<text x="${x}" y="${y}" textLength="${length}" ${attributes.join(' ')}>${escapeXml(text)}</text>`;
}

function colorOf(style) {
  const place = style.indexOf(38);
  return (place >= 0 && COLORS[style[place + 2]]) || COLORS.text;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
