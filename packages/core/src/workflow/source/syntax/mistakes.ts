import type { YAMLError } from 'yaml';
import { blockInBrackets, openBracket, strayBracket } from './bracket-mistakes.js';
import { behindRoot, keyInText, strayLine, wrongIndent } from './line-mistakes.js';
import { mistake, type ParsedText, type SyntaxProblem } from './syntax-problem.js';
import { lineAt, rangeOf } from './text-line.js';
import { behindBlockSign, behindValue, colonInText, openQuote, wrongStart } from './text-mistakes.js';

/** The mistake of a person behind a complaint of the YAML parser, in the place where a person would look for it. */
export function mistakeOf({ message, pos }: YAMLError, parsed: ParsedText): SyntaxProblem {
  for (const [pattern, diagnose] of MISTAKES) if (pattern.test(message)) return diagnose(parsed, pos, message);
  const hint = 'Compare indentation, quotes and brackets with the lines around it.';
  return mistake(sentence(message), { range: pos, hint, spoils: 'rest' });
}

type Range = readonly [start: number, end: number];
type Diagnose = (parsed: ParsedText, range: Range, message: string) => SyntaxProblem;

/** By the words of the parser, each of whose codes stands for several mistakes. */
const MISTAKES: readonly (readonly [RegExp, Diagnose])[] = [
  [/multiple documents/, here('A second document begins here.', 'Put each workflow into a file of its own.', 'rest')],
  [/^Tabs are not allowed/, here('Tabs are not allowed as indentation.', 'Indent with spaces.', 'rest')],
  [/^Unresolved tag|^Could not resolve tag/, ({ text }, range) => unknownTag(text, range)],
  [/^Plain value|cannot be an empty/, ({ text }, [start]) => wrongStart(text, start)],
  [/^Missing directives-end/, here('A line "---" is missing here.', 'Write it behind the lines with "%".', 'rest')],
  [/directive:? /i, ({ text }, [start]) => directive(text, start)],

  [/^Nested mappings are not/, ({ text }, [start]) => colonInText(text, start)],
  [/^Implicit keys need/, ({ text }, range) => keyWithoutColon(text, range)],
  [/^Implicit map keys need/, ({ text }, [start]) => strayLine(text, start)],
  [/^All (?:mapping|sequence) items/, ({ text }, [start]) => wrongIndent(text, start)],
  [/^A block sequence|^Sequence item/, ({ text }, [start]) => wrongIndent(text, start)],
  [/^Unexpected block-seq-ind/, here('A list cannot begin on the line of its key.', 'Begin a new line.', 'rest')],

  [/^Flow (?:map|sequence) (?:in|must)/, ({ text }, [start]) => openBracket(text, start)],
  [/^Unexpected flow-(?:seq|map)-end/, ({ text }, range) => strayBracket(text, range)],
  [/^Block collections|^Implicit keys of flow/, ({ text }, range) => blockInBrackets(text, range)],
  [/^Missing , |^Unexpected \S+ token$/, here('A comma is missing before this.', 'Write it behind the item.', 'rest')],
  [/^Unexpected ,|^Unexpected empty/, here('There is nothing before this comma.', 'Take it out.', 'nothing')],
  [/^Missing space after :/, here('There is no space after this ":".', 'Write ": " instead.', 'line')],

  [/^Missing closing .quote/, (parsed, [start]) => openQuote(parsed, start)],
  [/^Invalid escape/, (_parsed, range, message) => wrongEscape(message, range)],
  [/^Comments must be/, here('There is no space before this "#".', 'Write one, or quote a text with "#".', 'nothing')],
  [/^Not a YAML token|^Block scalar header/, ({ text }, [start]) => behindBlockSign(text, start)],
  [/^Block scalars? /, here('This text has less indentation than a line above it.', 'Indent all alike.', 'rest')],
  [/ at node end$| in YAML /, (parsed, [start]) => behindEnd(parsed, start)],
];

function here(message: string, hint: string, spoils: SyntaxProblem['spoils']): Diagnose {
  return (_parsed, range) => mistake(message, { range, hint, spoils });
}

function unknownTag(text: string, range: Range): SyntaxProblem {
  const hint = 'Take it out, or put the text in quotes.';
  const message = `"${text.slice(...range)}" is a tag, which has no meaning in a workflow.`;
  return { ...mistake(message, { range, hint, spoils: 'nothing' }), code: 'yaml-tag' };
}

function directive(text: string, start: number): SyntaxProblem {
  const hint = 'Take it out, or put the text in quotes.';
  const range = rangeOf(lineAt(text, start));
  return mistake('A line cannot begin with "%".', { range, hint, spoils: 'rest' });
}

function wrongEscape(message: string, range: Range): SyntaxProblem {
  const hint = 'In "double quotes" a backslash begins an escape: write two of them, or use \'single quotes\'.';
  return mistake(sentence(message), { range, hint, spoils: 'nothing' });
}

/** The parser takes all up to the next ":" for a key. */
function keyWithoutColon(text: string, range: Range): SyntaxProblem {
  const line = lineAt(text, range[0]);
  const before = text.slice(line.start, range[0]);
  return /^[\s-]*$/.test(before) ? strayLine(text, range[0]) : keyInText(text, range);
}

function behindEnd(parsed: ParsedText, offset: number): SyntaxProblem {
  const { start } = lineAt(parsed.text, offset);
  const isFirst = parsed.text.slice(start, offset).trim() === '';
  return isFirst ? behindRoot(parsed, offset) : behindValue(parsed, offset);
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
