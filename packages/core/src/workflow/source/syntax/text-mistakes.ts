import { isScalar, type ParsedNode, Scalar, visit } from 'yaml';
import { mistake, type ParsedText, type SyntaxProblem } from './syntax-problem.js';
import { lineAt, lineNumberOf } from './text-line.js';

/** A text without quotes that begins with a sign that means something else. */
export function wrongStart(text: string, offset: number): SyntaxProblem {
  const sign = text[offset] === '\t' ? 'a tab' : `"${text[offset]}"`;
  const quoted = inQuotes(text, offset);
  const hint = quoted ? `Put it in quotes: ${quoted}.` : 'Put it in quotes.';
  return mistake(`A text without quotes cannot begin with ${sign}.`, {
    range: [offset, offset + 1],
    hint,
    spoils: 'nothing',
  });
}

/** `key: a text: with a colon`, on one line. */
export function colonInText(text: string, offset: number): SyntaxProblem {
  const line = lineAt(text, offset);
  const quoted = inQuotes(text, offset);
  const inThem = quoted ? `: ${quoted}` : '';
  return mistake('A text without quotes cannot hold ": ".', {
    range: [offset, trimmedEnd(text, offset, line.end)],
    hint: `Put it in quotes${inThem}; a key of its own begins a new line.`,
    spoils: 'line',
  });
}

/** The parser names only the place where the text would have to end. */
export function openQuote({ text, root }: ParsedText, end: number): SyntaxProblem {
  const start = quotedAt(end, root) ?? end;
  const hint = 'Write the same quote at the end of the text.';
  const spoils = lineAt(text, start).end >= end ? 'line' : 'rest';
  return mistake('This quote is never closed.', { range: [start, start + 1], hint, spoils });
}

/** Text behind a value that has ended: behind its closing quote, its bracket or an alias. */
export function behindValue({ text, root }: ParsedText, offset: number): SyntaxProblem {
  const line = lineAt(text, offset);
  const before = text.slice(line.start, offset).trimEnd().at(-1) ?? '';
  const range: [number, number] = [offset, trimmedEnd(text, offset, line.end)];
  if (text[offset] === ',')
    return mistake('A comma stands behind this value.', {
      range: [offset, offset + 1],
      hint: NO_COMMA,
      spoils: 'line',
    });
  if (before === ']' || before === '}')
    return mistake(`Text stands behind the "${before}" that ends the value.`, {
      range,
      hint: 'Put all of it in quotes if it is a text; else take this out.',
      spoils: 'line',
    });
  if (before !== '"' && before !== "'")
    return mistake('This does not belong to the value before it.', { range, hint: QUOTE_ALL, spoils: 'line' });
  const start = quotedAt(offset, root) ?? offset;
  const opening = lineAt(text, start);
  if (opening.start < line.start)
    return mistake(`This quote is closed only in line ${lineNumberOf(text, line)}, and there text stands behind it.`, {
      range: [start, start + 1],
      hint: 'Write the same quote at the end of the text.',
      spoils: 'rest',
    });
  return mistake('Text stands behind the closing quote.', {
    range,
    hint: QUOTE_IN_QUOTES[before] ?? QUOTE_ALL,
    spoils: 'line',
  });
}

const NO_COMMA = 'Take it out: outside of brackets the end of a line ends a value.';
const QUOTE_ALL = 'Put all of it in quotes if it is a text; else take this out.';
const QUOTE_IN_QUOTES: Readonly<Record<string, string>> = {
  '"': 'For a quote inside "double quotes" write \\", or put the whole text in \'single quotes\'.',
  "'": "For a quote inside 'single quotes' write '', or put the whole text in \"double quotes\".",
};

/** Text on the line of the `|` or `>` that begins a block of text. */
export function behindBlockSign(text: string, offset: number): SyntaxProblem {
  const line = lineAt(text, offset);
  const sign = /[|>](?=[^|>]*$)/.exec(text.slice(line.start, offset))?.[0] ?? '|';
  return mistake(`Text stands on the line of the "${sign}" that begins a text.`, {
    range: [offset, trimmedEnd(text, offset, line.end)],
    hint: `Begin it in the next line, indented deeper than its key; or put it in quotes if "${sign}" belongs to it.`,
    spoils: 'line',
  });
}

/** The rest of the line in quotes, where it is short and needs no thought. */
function inQuotes(text: string, offset: number): string | undefined {
  const rest = text.slice(offset, trimmedEnd(text, offset, lineAt(text, offset).end));
  if (rest.length > 60 || /[[\]{},]| #/.test(rest)) return undefined;
  if (!/["\\]/.test(rest)) return `"${rest}"`;
  return rest.includes("'") ? undefined : `'${rest}'`;
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start + 1 && /\s/.test(text[at - 1] as string)) at--;
  return at;
}

/** Where the text in quotes begins that runs up to `end`, as far as the parser could tell. */
function quotedAt(end: number, root: ParsedNode | null): number | undefined {
  let found: number | undefined;
  visit(root, (_key, node) => {
    if (!isScalar(node) || !node.range || node.range[0] > end || node.range[2] < end - 1) return;
    if (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE) found = node.range[0];
  });
  return found;
}
