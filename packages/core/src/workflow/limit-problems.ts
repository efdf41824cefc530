import type { DiagnosticCode } from './diagnostic-codes.js';

const MAX_PROBLEMS = 1000;

interface Limited {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly severity?: 'error' | 'warning';
  readonly hint?: unknown;
}

/**
 * Keeps the first thousand problems of a file, errors before warnings; one more counts the rest, at the place of
 * the first of them. Nobody reads so many, and showing each with its place would take minutes.
 */
export function limitProblems<P extends Limited>(problems: readonly P[]): readonly P[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const isWarning = (problem: P) => problem.severity === 'warning';
  const ordered = [...problems.filter((problem) => !isWarning(problem)), ...problems.filter(isWarning)];
  const next = ordered[MAX_PROBLEMS] as P;
  const message = `There are ${ordered.length - MAX_PROBLEMS} more problems, here and elsewhere.`;
  const hint = 'Correct the others first.';
  return [...ordered.slice(0, MAX_PROBLEMS), { ...next, code: 'too-many-problems', message, hint }];
}
