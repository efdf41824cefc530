import type { Path, ProblemList } from '../problem.js';
import { didYouMean } from '../suggest.js';

/** Warns about keys that nothing reads. */
export function warnUnknownKeys(raw: object, known: ReadonlySet<string>, path: Path, problems: ProblemList): void {
  for (const key of Object.keys(raw)) {
    if (known.has(key) || key.startsWith('x-')) continue;
    // Later, when it is known that the problem is shown: a search costs time.
    const hint = () =>
      didYouMean(key, known) ?? 'It is ignored; take it out, or begin its name with "x-" to keep it as a note.';
    problems.warning('unknown-key', [...path, key], `Nothing reads the key "${key}" here.`, { at: 'key', hint });
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
