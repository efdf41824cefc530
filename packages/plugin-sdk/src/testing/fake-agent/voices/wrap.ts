/** Breaks a text at white space into lines of at most so many characters; a longer word is cut. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, columns)));
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = [...line];
  while (rest.length > columns) {
    const space = rest.slice(0, columns + 1).lastIndexOf(' ');
    const end = space > 0 ? space : columns;
    lines.push(rest.slice(0, end).join(''));
    rest = rest.slice(space > 0 ? end + 1 : end);
  }
  return [...lines, rest.join('')];
}
