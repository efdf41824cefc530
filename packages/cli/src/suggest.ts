/** Nobody mistypes a longer name, and comparing two costs the product of their lengths. */
const LONGEST = 100;

/** The candidate a person most likely meant, or undefined when none is near. */
export function suggest(written: string, candidates: Iterable<string>): string | undefined {
  if (written.length > LONGEST) return undefined;
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.max(1, Math.floor(written.length / 3))) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - written.length) >= bestDistance) continue;
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Insertions, deletions, substitutions and swapped neighbours cost 1 each. */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
        swapped && row > 1 ? (beforePrevious[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
