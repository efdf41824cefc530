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
 * the first of them. Nobody reads so many, keeping them all would fill the memory, and showing them would take minutes.
 */
export class LimitedProblems<P extends Limited> {
  readonly #kept: P[] = [];
  readonly #counts = { error: 0, warning: 0 };

  add(problem: P): void {
    const count = ++this.#counts[problem.severity ?? 'error'];
    // One more than is shown: it may become the one that stands for the rest.
    if (count <= MAX_PROBLEMS + 1) this.#kept.push(problem);
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  /** As they were added, or what is shown of more than a thousand. */
  get all(): readonly P[] {
    const total = this.#counts.error + this.#counts.warning;
    if (total <= MAX_PROBLEMS) return this.#kept;
    const isWarning = (problem: P) => problem.severity === 'warning';
    const ordered = [...this.#kept.filter((problem) => !isWarning(problem)), ...this.#kept.filter(isWarning)];
    const next = ordered[MAX_PROBLEMS] as P;
    const message = `There are ${total - MAX_PROBLEMS} more problems, here and elsewhere.`;
    const hint = 'Correct the others first.';
    return [...ordered.slice(0, MAX_PROBLEMS), { ...next, code: 'too-many-problems', message, hint }];
  }
}
