import type { Path, ProblemList } from '../problem.js';
import { nameOf } from '../schema/report-issues.js';

/** No text holds a NUL character, which YAML can write as `"\0"`: no program takes one, as an argument or variable. */
export function checkTexts(value: unknown, problems: ProblemList, path: Path = []): void {
  if (typeof value === 'string') {
    if (!value.includes('\0')) return;
    const hint = 'Take it out; where a program has to see its escape, write the backslash twice.';
    problems.error('invalid-value', path, `${nameOf(path)} holds a NUL character.`, { hint });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkTexts(item, problems, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) checkTexts(item, problems, [...path, key]);
  }
}
