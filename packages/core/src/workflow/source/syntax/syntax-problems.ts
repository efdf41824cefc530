import type { Document, YAMLError } from 'yaml';
import { mistakeOf } from './mistakes.js';
import type { SyntaxProblem } from './syntax-problem.js';

/** Nobody mends more at once, and looking for the cause of one costs a look at the file. */
const MOST = 20;
const MORE = 'More may show once this is mended.';

/**
 * What a person wrote wrong, in the order of the file. One slip often makes the parser complain about every line behind
 * it; only what cannot come from a slip before it is told.
 */
export function syntaxProblems({ errors, warnings, contents }: Document.Parsed, text: string): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const complaints = [...errors, ...warnings].sort(byPlace);
  let spoilt = 0;
  for (const complaint of complaints) {
    if (complaint.pos[0] < spoilt) continue;
    if (problems.length === MOST) return tellOfMore(problems);
    const problem = mistakeOf(complaint, { text, root: contents });
    problems.push(problem);
    if (problem.spoils === 'nothing') continue;
    spoilt = endOfLine(text, Math.max(complaint.pos[0], problem.range[0]));
    if (problem.spoils === 'line') continue;
    const isMore = complaints.some(({ pos }) => pos[0] > spoilt);
    return isMore ? tellOfMore(problems) : problems;
  }
  return problems;
}

/** A complaint about a whole line explains one about a character of it. */
function byPlace(left: YAMLError, right: YAMLError): number {
  return placeOf(left) - placeOf(right) || rank(left) - rank(right);
}

/** What stands inside of it explains why it is none. */
function placeOf({ code, pos }: YAMLError): number {
  return code === 'BLOCK_IN_FLOW' ? pos[1] - 1 : pos[0];
}

function rank({ code, pos }: YAMLError): number {
  if (code === 'BAD_SCALAR_START') return 2;
  return code === 'MULTILINE_IMPLICIT_KEY' && pos[1] - pos[0] > 1 ? 0 : 1;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

function tellOfMore(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  return problems.map((problem, index) =>
    index < problems.length - 1 ? problem : { ...problem, hint: `${problem.hint} ${MORE}` },
  );
}
