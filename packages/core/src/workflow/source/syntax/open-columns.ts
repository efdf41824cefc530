import { hasContent, lineAbove, lineNumberOf, type TextLine } from './text-line.js';

/** A column at which a line could go on with what stands above it. */
export interface OpenColumn {
  readonly column: number;
  readonly kind: 'item' | 'key' | 'text';
  /** Whether a deeper line could go on with what stands behind the key. */
  readonly hasText?: boolean;
  /** How a person finds it. */
  readonly words: () => string;
}

/** How many lines are looked at: nobody compares a line with one that stands further up. */
const HIGHEST = 2000;

/** The columns that are open before a line, the deepest and nearest first. */
export function openColumns(text: string, line: TextLine): OpenColumn[] {
  const columns: OpenColumn[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  let above = lineAbove(text, line);
  for (let count = 0; above && lowest > 0 && count < HIGHEST; count++, above = lineAbove(text, above)) {
    if (!hasContent(above)) continue;
    for (const column of columnsOf(text, above)) if (column.column < lowest) columns.push(column);
    lowest = Math.min(lowest, above.indent.length);
  }
  return columns;
}

/** Of `  - id: x`: the key at 4, then the item at 2. */
function columnsOf(text: string, line: TextLine): OpenColumn[] {
  const inLine = () => `in line ${lineNumberOf(text, line)}`;
  const columns: OpenColumn[] = [];
  let column = line.indent.length;
  let rest = line.text;
  for (let dash = DASH.exec(rest); dash; dash = DASH.exec(rest)) {
    columns.unshift({ column, kind: 'item', words: () => `the "-" ${inLine()}` });
    column += dash[0].length;
    rest = rest.slice(dash[0].length);
  }
  const [, key, value] = KEY.exec(rest) ?? [];
  if (key !== undefined)
    columns.unshift({ column, kind: 'key', hasText: value !== undefined, words: () => `"${key}" ${inLine()}` });
  else if (rest !== '') columns.unshift({ column, kind: 'text', words: () => `the text ${inLine()}` });
  return columns;
}

const DASH = /^-(?:[ \t]+|$)/;
const KEY = /^["']?([\w.$-]+)["']?[ \t]*:(?:[ \t]+([^\s[{"'#])|[ \t]|$)/;
