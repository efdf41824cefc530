import { type OpenColumn, openColumns } from './open-columns.js';
import { mistake, type ParsedText, type SyntaxProblem } from './syntax-problem.js';
import { lineAt, lineBelow, rangeOf, skipSpace, type TextLine } from './text-line.js';

/** A line that is no key and no list item that could stand here. */
export function strayLine(text: string, offset: number): SyntaxProblem {
  const line = lineAt(text, offset);
  if (isItem(line) && offset === rangeOf(line)[0]) return wrongIndent(text, offset);
  const below = lineBelow(text, line);
  // The parser finds its way again where the next line begins in the same column or further left.
  const spoils = below && below.indent.length > offset - line.start ? 'rest' : 'line';
  return {
    ...(oddLine(line) ?? missingColon(line, { from: offset, hasChildren: spoils === 'rest' }) ?? stray(text, line)),
    spoils,
  };
}

/** A line whose indentation fits nothing above it. `from` is where the parser stumbled, at the latest in front of it. */
export function wrongIndent(text: string, from: number): SyntaxProblem {
  const line = lineAt(text, skipSpace(text, from));
  const odd = oddLine(line);
  if (odd) return odd;
  const columns = openColumns(text, line);
  return isItem(line) ? wrongItem(line, columns) : wrongKey(line, columns);
}

function isItem({ text }: TextLine): boolean {
  return /^-(?:\s|$)/.test(text);
}

/**
 * The text of a key goes on in a deeper line, and there a ":" stands. The deeper line is wrong, or, if lines above the
 * key begin in its column too, the key stands too far left.
 */
export function keyInText(text: string, [start, end]: readonly [number, number]): SyntaxProblem {
  const first = lineAt(text, start);
  const last = lineAt(text, end - 1);
  const odd = oddLine(first) ?? oddLine(last);
  if (odd) return odd;
  const columns = openColumns(text, first);
  const column = last.indent.length;
  if (column > first.indent.length && columns.some((open) => open.column === column))
    return wrongKey(first, columns, column);
  const [owner] = openColumns(text, last).filter(({ column }) => column < last.indent.length);
  const name = owner?.words() ?? 'the line above it';
  return mistake(`This line is indented deeper than ${name}, so it goes on with its text, which cannot hold ": ".`, {
    range: rangeOf(last),
    hint: 'Indent both alike if they are neighbours; else put the text in quotes, or write it below "|".',
    spoils: 'rest',
  });
}

/** Something behind the end of the value that a file is. */
export function behindRoot({ text, root }: ParsedText, offset: number): SyntaxProblem {
  const start = root?.range[0] ?? 0;
  const isPlainText = root !== null && 'type' in root && root.type === 'PLAIN';
  if (isPlainText) return { ...strayLine(text, start), spoils: 'rest' };
  const line = lineAt(text, offset);
  if (start - lineAt(text, start).start > line.indent.length) return wrongKey(line, openColumns(text, line));
  return (
    oddLine(line) ??
    mistake('This stands behind the end of the workflow.', {
      range: rangeOf(line),
      hint: 'Is a bracket or a quote closed too early above it?',
      spoils: 'rest',
    })
  );
}

/** What shows in the line itself, whatever stands around it. */
function oddLine(line: TextLine): SyntaxProblem | undefined {
  const { indent, text } = line;
  const [start, end] = rangeOf(line);
  const tell = (message: string, length: number, hint: string, at = start) =>
    mistake(message, { range: [at, at + length], hint, spoils: 'rest' });
  if (indent.includes('\t')) {
    const at = line.start + indent.indexOf('\t');
    return tell('Tabs are not allowed as indentation.', 1, 'Indent with spaces.', at);
  }
  const space = /^(?:-[ \t]+)*(?:[\w.-]+:)?\u00a0/.exec(text)?.[0].length;
  if (space !== undefined)
    return tell('This is a no-break space, a letter like any other in YAML.', 1, ORDINARY_SPACE, start + space - 1);
  if (/\r./.test(text)) {
    const hint = 'Save the file with line ends of Linux (LF) or Windows (CRLF).';
    return tell('A carriage return alone ends no line.', 1, hint, start + text.indexOf('\r'));
  }
  if (/^-["'\w]+:(?:\s|$)/.test(text))
    return tell('There is no space after this "-".', 1, `Write "- ${text.slice(1, 40)}".`);
  if (/^(?:<{7}|={7}|>{7})(?:\s|$)/.test(text))
    return tell(
      'This is the mark of a merge conflict.',
      end - start,
      'Keep one of the two versions, and take the marks out.',
    );
  if (text.startsWith('```')) return tell('This line is Markdown, not YAML.', end - start, 'Take it out.');
  if (text.startsWith('//')) return tell('A comment begins with "#", not with "//".', 2, 'Write "#" instead.');
  return undefined;
}

const ORDINARY_SPACE = 'Write an ordinary space.';

function missingColon(
  line: TextLine,
  { from, hasChildren }: { from: number; hasChildren: boolean },
): SyntaxProblem | undefined {
  const text = line.text.slice(Math.max(0, from - line.start - line.indent.length));
  const range: [number, number] = [from, from + Math.max(1, text.length)];
  const [, key, sign, value] = /^(["']?[\w.-]+["']?)\s*(:(?!\/\/)|=|：)\s*(.*)$/.exec(text) ?? [];
  const spoils = 'rest';
  if (key !== undefined && value !== undefined) {
    const at = from + text.indexOf(sign as string);
    const hint = value.length > 50 ? 'Write ": " instead.' : `Write "${key}: ${value}".`;
    if (sign === ':') return mistake('There is no space after this ":".', { range: [at, at + 1], hint, spoils });
    return mistake(`A key ends with ":", not with "${sign}".`, { range: [at, at + 1], hint, spoils });
  }
  if (!hasChildren || !/^["'\w.-]+$/.test(text)) return undefined;
  return mistake(`There is no ":" after "${text}".`, { range, hint: `Write "${text}:".`, spoils });
}

function stray(text: string, line: TextLine): SyntaxProblem {
  const owner = openColumns(text, line).find(({ kind }) => kind === 'key');
  const asText = owner?.hasText ? `, or indent it deeper than ${owner.words()} if it belongs to its text` : '';
  return mistake('This line is neither "key: value" nor a list item.', {
    range: rangeOf(line),
    hint: `Put ":" behind a key, or "#" before a comment${asText}.`,
    spoils: 'rest',
  });
}

function wrongItem(line: TextLine, columns: readonly OpenColumn[]): SyntaxProblem {
  const nearest = nearestTo(
    line.indent.length,
    columns.filter(({ kind }) => kind === 'item'),
  );
  if (nearest)
    return mistake('This list item is indented differently from the others.', {
      range: rangeOf(line),
      hint: indentLike(nearest),
      spoils: 'rest',
    });
  return mistake('A list item cannot stand beside keys.', {
    range: rangeOf(line),
    hint: 'Does the item above it lack its "- "? Else indent it below the key it belongs to.',
    spoils: 'rest',
  });
}

/** `column` is where it belongs, as far as can be told. */
function wrongKey(line: TextLine, columns: readonly OpenColumn[], column = line.indent.length): SyntaxProblem {
  const isBesideItem = columns.some((open) => open.kind === 'item' && open.column === line.indent.length);
  const keys = columns.filter(({ kind }) => kind !== 'item');
  const nearest =
    nearestTo(
      column,
      keys.filter((open) => open.column >= column),
    ) ?? nearestTo(column, keys);
  const hint = nearest ? indentLike(nearest) : 'Indent it like its neighbours.';
  return mistake('This line is indented differently from its neighbours.', {
    range: rangeOf(line),
    hint: isBesideItem ? `Put "- " before it if a new list item begins here; else i${hint.slice(1)}` : hint,
    spoils: 'rest',
  });
}

function nearestTo(wanted: number, columns: readonly OpenColumn[]): OpenColumn | undefined {
  const distance = ({ column }: OpenColumn) => Math.abs(column - wanted);
  return [...columns].sort((left, right) => distance(left) - distance(right))[0];
}

function indentLike({ column, words }: OpenColumn): string {
  const spaces = column === 0 ? 'no space' : column === 1 ? '1 space' : `${column} spaces`;
  return `Indent it with ${spaces}, like ${words()}.`;
}
