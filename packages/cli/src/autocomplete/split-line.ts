export interface SplitLine {
  /** The last one is being typed, and is empty after a space. */
  readonly words: readonly string[];
  /** The quote that the last word is in. */
  readonly quote: '' | '"' | "'";
}

/** The words of a line as a shell reads them. */
export function splitLine(line: string): SplitLine {
  const words = [''];
  let quote: SplitLine['quote'] = '';
  const append = (text: string) => words.push((words.pop() ?? '') + text);
  for (const [text, escaped, mark, space] of line.matchAll(/\\(.)|(["'])|(\s+)|[^\\"'\s]+/gs)) {
    if (quote === "'" && escaped === "'") {
      append('\\');
      quote = '';
    } else if (escaped !== undefined) append(quote === "'" ? text : escaped);
    else if (mark !== undefined && (quote === '' || quote === mark)) quote = quote === '' ? (mark as '"' | "'") : '';
    else if (space !== undefined && quote === '') words.push('');
    else append(text);
  }
  return { words, quote };
}
