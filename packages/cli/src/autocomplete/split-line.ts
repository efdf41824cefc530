/** The words of a line as a shell reads them. The last one is being typed, and is empty after a space. */
export function splitLine(line: string): string[] {
  const words = [''];
  let quote = '';
  const append = (text: string) => words.push((words.pop() ?? '') + text);
  for (const [text, escaped, mark, space] of line.matchAll(/\\(.)|(["'])|(\s+)|[^\\"'\s]+/gs)) {
    if (escaped !== undefined) append(quote === "'" ? text : escaped);
    else if (mark !== undefined && (quote === '' || quote === mark)) quote = quote === '' ? mark : '';
    else if (space !== undefined && quote === '') words.push('');
    else append(text);
  }
  return words;
}
