import { graphemes, textWidth } from '@agentflow/core';

/** A text without colours, cut to at most that many columns. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (textWidth(text) <= columns) return text;
  let [kept, width] = ['', 0];
  for (const segment of graphemes(text)) {
    width += textWidth(segment);
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
