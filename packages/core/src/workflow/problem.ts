import type { Severity } from '@agentflow/plugin-sdk';
import type { DiagnosticCode } from './diagnostic-codes.js';
import { LimitedProblems } from './limited-problems.js';

export type Path = readonly (string | number)[];

/** A problem before its place is known in lines and columns: all later steps speak in paths. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** A text, or one that names the line of another place. */
  readonly hint?: string | ((lineOf: (path: Path) => number) => string) | undefined;
  readonly path: Path;
  /** Whether the key or the value at `path` is meant; the value by default. */
  readonly at?: 'key' | 'value';
  /** A part of the string at `path`. */
  readonly within?: { readonly offset: number; readonly length: number } | undefined;
}

type ProblemDetails = Omit<Problem, 'code' | 'severity' | 'path' | 'message'>;

/** Collects the problems of one file, so that all are reported at once. */
export class ProblemList extends LimitedProblems<Problem> {
  error(code: DiagnosticCode, path: Path, message: string, details: ProblemDetails = {}): void {
    this.add({ code, severity: 'error', path, message, ...details });
  }

  warning(code: DiagnosticCode, path: Path, message: string, details: ProblemDetails = {}): void {
    this.add({ code, severity: 'warning', path, message, ...details });
  }
}
