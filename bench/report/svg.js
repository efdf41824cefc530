// The few shapes that the plots are made of.
export const COLORS = { own: '#2f6fde', base: '#8a919e', other: '#c3c8d0', grid: '#e4e7ec', text: '#1f2430' };

export function picture(width, height, title, shapes) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
}

export function label(x, y, content, { size = 12, anchor = 'start', weight = 'normal', fill = COLORS.text } = {}) {
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" font-weight="${weight}" fill="${fill}">${escapeXml(content)}</text>`;
}

export function bar(x, y, width, height, fill) {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="2" fill="${fill}"/>`;
}

export function line(x1, y1, x2, y2, stroke = COLORS.grid) {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}"/>`;
}

/** A line through points, with a dot on each. */
export function curve(points, stroke) {
  const path = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  const dots = points.map(({ x, y }) => `<circle cx="${round(x)}" cy="${round(y)}" r="3.5" fill="${stroke}"/>`);
  return [`<polyline points="${path}" fill="none" stroke="${stroke}" stroke-width="2"/>`, ...dots].join('\n');
}

function round(number) {
  return Math.round(number * 10) / 10;
}

function escapeXml(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
