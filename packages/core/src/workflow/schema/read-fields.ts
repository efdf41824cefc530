import type { z } from 'zod';
import type { Path, ProblemList } from '../problem.js';
import { warnNestedKeys } from './nested-keys.js';
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
    const field = fields[name] as z.ZodType;
    const result = field.safeParse(value);
    warnNestedKeys(field, value, { path: [...path, name], problems });
    if (result.success) values[name as keyof F] = result.data as z.output<F[keyof F]>;
    else reportIssues(result.error.issues, { path: [...path, name], value, problems });
  }
  return values;
}
