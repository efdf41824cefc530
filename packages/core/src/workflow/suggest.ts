/** Nobody mistypes a longer name, and comparing two costs the product of their lengths. */
const LONGEST = 100;

/** The candidate a person most likely meant, or undefined when none is near. */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  if (written.length > LONGEST) return undefined;
  const wanted = written.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.max(1, Math.floor(written.length / 3))) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `Did you mean "x"?`, or undefined. */
export function didYouMean(written: string, candidates: Iterable<string>): string | undefined {
  const suggestion = suggest(written, candidates);
  return suggestion === undefined ? undefined : `Did you mean "${suggestion}"?`;
}

const MAX_SEARCHES = 100;

/** Suggestions from one long list. After many searches it gives up: a file with 10,000 mistakes must be refused soon. */
export class Suggester {
  readonly #candidates: readonly string[];
  #searches = 0;
  #list: string | undefined;

  constructor(candidates: readonly string[]) {
    this.#candidates = candidates;
  }

  /** `Did you mean "x"?`, or undefined. */
  didYouMean(written: string): string | undefined {
    return ++this.#searches > MAX_SEARCHES ? undefined : didYouMean(written, this.#candidates);
  }

  /** The candidates as a sentence's end. */
  list(): string {
    this.#list ??= listOf(this.#candidates);
    return this.#list;
  }
}

function listOf(candidates: readonly string[]): string {
  const [shown, more] = [candidates.slice(0, 12).join(', '), candidates.length - 12];
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** Optimal string alignment: insertions, deletions, substitutions and swapped neighbours cost 1 each. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
