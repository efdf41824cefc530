const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]|\ufe0f/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const COLOUR = /\x1b\[[0-9;]*m/g;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** How many columns of a terminal a text takes; colours take none. */
export function textWidth(text: string): number {
  const bare = text.includes('\x1b') ? text.replace(COLOUR, '') : text;
  if (PRINTABLE_ASCII.test(bare)) return bare.length;
  let width = 0;
  for (const { segment } of segmenter.segment(bare)) width += segmentWidth(segment);
  return width;
}

/** A text without colours, cut to at most that many columns. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (textWidth(text) <= columns) return text;
  let [kept, width] = ['', 0];
  for (const { segment } of segmenter.segment(text)) {
    width += segmentWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A text without colours cut in the middle: names that begin alike still differ. */
export function fitMiddle(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  const end = text.slice(-Math.floor((columns - 1) / 2));
  return textWidth(end) < columns ? `${fit(text, columns - textWidth(end))}${end}` : fit(text, columns);
}

/** A text without colours in exactly that many columns. */
export function pad(text: string, columns: number): string {
  const fitted = fit(text, columns);
  return fitted + ' '.repeat(Math.max(0, columns - textWidth(fitted)));
}

function segmentWidth(segment: string): number {
  if (WIDE.test(segment)) return 2;
  return /^[\p{M}\p{Cf}\p{Cc}]+$/u.test(segment) ? 0 : 1;
}
