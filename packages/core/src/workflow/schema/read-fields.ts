import type { z } from 'zod';
import type { Path, ProblemList } from '../problem.js';
import { didYouMean } from '../suggest.js';
import { reportIssues } from './report-issues.js';

type Fields = Readonly<Record<string, z.ZodType>>;
type Values<F extends Fields> = { [Name in keyof F]?: z.output<F[Name]> };

/**
 * Reads each field on its own, so that one wrong value hides no other problem. A field that is wrong
 * is reported and absent from the result.
 */
export function readFields<F extends Fields>(raw: object, fields: F, path: Path, problems: ProblemList): Values<F> {
  const values: Values<F> = {};
  for (const name in raw) {
    if (!Object.hasOwn(fields, name) || !Object.hasOwn(raw, name)) continue;
    const value = (raw as Record<string, unknown>)[name];
    const result = (fields[name] as z.ZodType).safeParse(value);
    if (result.success) values[name as keyof F] = result.data as z.output<F[keyof F]>;
    else reportIssues(result.error.issues, { path: [...path, name], value, problems });
  }
  return values;
}

/** Warns about keys that nothing reads. */
export function warnUnknownKeys(raw: object, known: ReadonlySet<string>, path: Path, problems: ProblemList): void {
  for (const key of Object.keys(raw)) {
    if (known.has(key) || key.startsWith('x-')) continue;
    const hint =
      didYouMean(key, known) ?? 'It is ignored; take it out, or begin its name with "x-" to keep it as a note.';
    problems.warning('unknown-key', [...path, key], `Nothing reads the key "${key}" here.`, { at: 'key', hint });
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
