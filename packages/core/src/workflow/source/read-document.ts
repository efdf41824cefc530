import type { Diagnostic } from '@agentflow/plugin-sdk';
import { type Document, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import { LimitedProblems } from '../limited-problems.js';
import { shorten } from '../shorten.js';
import { deepestLine, findTooDeep, MAX_NESTING, TOO_DEEP_HINT } from './nesting.js';
import { findTooCostly, MAX_PARSED_BYTES } from './parse-cost.js';
import { SourceDocument } from './source-document.js';
import { syntaxProblems } from './syntax/syntax-problems.js';
import { toValue, type ValueProblem } from './to-value.js';

export type DocumentResult =
  | { readonly ok: true; readonly document: SourceDocument }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** YAML text → value with positions. Every syntax problem is a diagnostic; hostile input is refused early. */
export function readDocument(text: string, file: string): DocumentResult {
  const loneReturn = findLoneReturn(text);
  if (loneReturn !== undefined) return refuse(text, file, loneReturnAt(loneReturn));
  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined) return refuse(text, file, tooDeepAt(tooDeep));
  const tooCostly = findTooCostly(text);
  if (tooCostly !== undefined) return refuse(text, file, tooCostlyAt(tooCostly));
  const yaml = parse(text);
  if (yaml === undefined) return refuse(text, file, tooDeepAt(deepestLine(text)));

  const root = yaml.contents as ParsedNode | null;
  const problems = new LimitedProblems<ValueProblem>();
  for (const problem of syntaxProblems(yaml, text)) problems.add(problem);
  const value = yaml.errors.length > 0 ? undefined : toValue(root, (problem) => problems.add(problem));
  const document = new SourceDocument({ file, text, value, root, lines: linesOf(text) });
  if (!problems.hasErrors) return { ok: true, document };
  return { ok: false, diagnostics: problems.all.map((problem) => toDiagnostic(problem, document)) };
}

/** Also where a file begins with `%YAML 1.1`, in which `1:30` is a number; without tags whose values are no plain ones. */
const YAML_1_2 = { schema: 'core', resolveKnownTags: false } as const;

/** Undefined when the text is nested too deeply for the parser's stack. */
function parse(text: string): Document.Parsed | undefined {
  const { stackTraceLimit } = Error;
  try {
    // The parser makes an Error for every mistake; a stack for each takes most of its time and memory.
    Error.stackTraceLimit = 0;
    // Duplicate keys are found in our own walk: the parser compares every key with every other.
    const yaml = parseDocument(text, { ...YAML_1_2, prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
    return yaml.errors.some((error) => error.code === 'RESOURCE_EXHAUSTION') ? undefined : yaml;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The first line end of a file whose lines all end as nobody has ended them since 2001: the parser sees one line. */
function findLoneReturn(text: string): number | undefined {
  const first = text.indexOf('\r');
  return first === -1 || first === text.length - 1 || text.includes('\n') ? undefined : first;
}

function loneReturnAt(offset: number): ValueProblem {
  const message = 'The lines of this file end with a carriage return alone, which ends no line.';
  const hint = 'Save it with line ends of Linux (LF) or Windows (CRLF).';
  return { code: 'yaml-syntax', message, range: [offset, offset + 1], hint };
}

function tooDeepAt(offset: number): ValueProblem {
  const message = `Values are nested more than ${MAX_NESTING} levels deep.`;
  return { code: 'yaml-too-deep', message, range: [offset, offset + 1], hint: TOO_DEEP_HINT };
}

function tooCostlyAt(offset: number): ValueProblem {
  const message = `The file is too large: parsed it would take more than ${MAX_PARSED_BYTES / 1_000_000} MB.`;
  const hint = 'Split the workflow, or put long texts into command files or scripts.';
  return { code: 'file-too-large', message, range: [offset, offset + 1], hint };
}

function refuse(text: string, file: string, problem: ValueProblem): DocumentResult {
  const lines = linesOf(text, problem.range[1]);
  const document = new SourceDocument({ file, text, value: undefined, root: null, lines });
  return { ok: false, diagnostics: [toDiagnostic(problem, document)] };
}

/** Counted here, because the parser leaves out the lines of a block of text that stands behind a syntax error. */
function linesOf(text: string, end = text.length): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return lines;
}

function toDiagnostic({ code, message, hint, range }: ValueProblem, document: SourceDocument): Diagnostic {
  const place = document.placeOf(range[0], range[1]);
  return { code, severity: 'error', message: shorten(message), hint: shorten(hint), file: document.file, ...place };
}
