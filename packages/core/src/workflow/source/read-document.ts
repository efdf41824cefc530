import type { Diagnostic } from '@agentflow/plugin-sdk';
import { type Document, LineCounter, type ParsedNode, parseDocument, type YAMLError } from 'yaml';
import { deepestLine, findTooDeep, MAX_NESTING } from './nesting.js';
import { SourceDocument } from './source-document.js';
import { toValue, type ValueProblem } from './to-value.js';

export type DocumentResult =
  | { readonly ok: true; readonly document: SourceDocument }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** YAML text → value with positions. Every syntax problem is a diagnostic; hostile input is refused early. */
export function readDocument(text: string, file: string): DocumentResult {
  const lines = new LineCounter();
  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined) return refuseDepth(text, file, tooDeep);
  const yaml = parse(text, lines);
  if (yaml === undefined) return refuseDepth(text, file, deepestLine(text));

  const problems: ValueProblem[] = [...yaml.errors.map(syntaxProblem), ...yaml.warnings.map(tagProblem)];
  const root = yaml.contents as ParsedNode | null;
  const value = yaml.errors.length > 0 ? undefined : toValue(root, (problem) => problems.push(problem));
  const document = new SourceDocument({ file, text, value, root, lines });
  if (problems.length === 0) return { ok: true, document };
  return { ok: false, diagnostics: problems.map((problem) => toDiagnostic(problem, document)) };
}

function parse(text: string, lineCounter: LineCounter): Document.Parsed | undefined {
  try {
    // Duplicate keys are found in our own walk: the parser compares every key with every other.
    return parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function refuseDepth(text: string, file: string, offset: number): DocumentResult {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  const document = new SourceDocument({ file, text, value: undefined, root: null, lines });
  const message = `Values are nested more than ${MAX_NESTING} levels deep.`;
  return {
    ok: false,
    diagnostics: [toDiagnostic({ code: 'yaml-too-deep', message, range: [offset, offset + 1] }, document)],
  };
}

function syntaxProblem(error: YAMLError): ValueProblem {
  if (error.code === 'MULTIPLE_DOCS')
    return {
      code: 'yaml-syntax',
      message: 'A second document begins here.',
      range: error.pos,
      hint: 'Put each workflow into a file of its own.',
    };
  const hint = error.code === 'TAB_AS_INDENT' ? 'Indent with spaces.' : undefined;
  return { code: 'yaml-syntax', message: sentence(error.message), range: error.pos, ...(hint && { hint }) };
}

function tagProblem(warning: YAMLError): ValueProblem {
  const code = warning.code === 'TAG_RESOLVE_FAILED' ? 'yaml-tag' : 'yaml-syntax';
  return { code, message: sentence(warning.message), range: warning.pos };
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function toDiagnostic({ code, message, hint, range }: ValueProblem, document: SourceDocument): Diagnostic {
  const place = document.placeOf(range[0], range[1]);
  return { code, severity: 'error', message, ...(hint && { hint }), file: document.file, ...place };
}
