/** An error refuses the workflow, a warning does not. */
export type Severity = 'error' | 'warning';

/** A problem in the user's file, with its place. Lines and columns count from 1. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many characters from `column` on are meant, at least 1. */
  readonly length: number;
}
