import type { ParsedNode } from 'yaml';
import type { ValueProblem } from '../to-value.js';

/** A mistake, and how far it leads the parser astray. */
export interface SyntaxProblem extends ValueProblem {
  readonly spoils: 'nothing' | 'line' | 'rest';
}

/** The file, as far as the parser could make something of it. */
export interface ParsedText {
  readonly text: string;
  readonly root: ParsedNode | null;
}

type Range = readonly [start: number, end: number];

export function mistake(
  message: string,
  { range, hint, spoils }: { range: Range; hint: string; spoils: SyntaxProblem['spoils'] },
): SyntaxProblem {
  return { code: 'yaml-syntax', message, range, hint, spoils };
}
