/** Enough of a line to see what is wrong with it; a hostile one has megabytes. */
const LONGEST = 400;

export interface TextLine {
  readonly start: number;
  /** Where its line end stands, or the file ends. */
  readonly end: number;
  /** Its first characters, without indentation and trailing space. */
  readonly text: string;
  readonly indent: string;
}

/** The line in which a character stands. */
export function lineAt(text: string, offset: number): TextLine {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const found = text.indexOf('\n', start);
  const end = found === -1 ? text.length : found;
  const [, indent = '', shown = ''] = /^([ \t]*)(.*)$/s.exec(text.slice(start, Math.min(end, start + LONGEST))) ?? [];
  return { start, end, indent, text: shown.trimEnd() };
}

/** The next line with more than a comment. */
export function lineBelow(text: string, line: TextLine): TextLine | undefined {
  for (let next = line; next.end < text.length; ) {
    next = lineAt(text, next.end + 1);
    if (hasContent(next)) return next;
  }
  return undefined;
}

/** The line before it, whatever it holds. */
export function lineAbove(text: string, { start }: TextLine): TextLine | undefined {
  return start === 0 ? undefined : lineAt(text, start - 1);
}

export function hasContent(line: TextLine): boolean {
  return line.text !== '' && !line.text.startsWith('#');
}

export function lineNumberOf(text: string, { start }: TextLine): number {
  let number = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) number++;
  return number;
}

/** The range of what a line says. */
export function rangeOf(line: TextLine): [number, number] {
  const start = line.start + line.indent.length;
  return [start, start + Math.max(1, line.text.length)];
}

/** Where the next thing stands that is neither space nor comment. */
export function skipSpace(text: string, offset: number): number {
  let at = offset;
  while (at < text.length) {
    if (text[at] === '#') at = lineAt(text, at).end;
    else if (/\s/.test(text[at] as string)) at++;
    else break;
  }
  return Math.min(at, Math.max(0, text.length - 1));
}
