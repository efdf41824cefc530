import type { Diagnostic } from '@agentflow/plugin-sdk';
import type { Problem } from './problem.js';
import { shorten } from './shorten.js';
import type { SourceDocument } from './source/source-document.js';

/** Problems with their lines and columns, in the order of the file. */
export function toDiagnostics(problems: readonly Problem[], document: SourceDocument): Diagnostic[] {
  return problems.map((problem) => toDiagnostic(problem, document)).sort(byPlace);
}

function toDiagnostic(problem: Problem, document: SourceDocument): Diagnostic {
  const { code, severity, message, path, at, within } = problem;
  const place = within ? document.locateWithin(path, within.offset, within.length) : document.locate(path, at);
  const hint = typeof problem.hint === 'function' ? problem.hint((other) => document.locate(other).line) : problem.hint;
  return {
    code,
    severity,
    message: shorten(message),
    ...(hint && { hint: shorten(hint) }),
    file: document.file,
    ...place,
  };
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  return left.line - right.line || left.column - right.column;
}
