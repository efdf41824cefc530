/**
 * Finds needles in bytes that come in pieces. Searching is left to `Buffer.indexOf`, once per needle
 * and piece; of the end of a piece only what is the beginning of a needle waits for the next one.
 */
export class RedactionBuffer {
  readonly #needles: readonly Needle[];
  readonly #replacement: Buffer;
  #held: Buffer = EMPTY;

  constructor(needles: readonly Buffer[], replacement: Buffer) {
    this.#needles = needles.map((bytes) => ({ bytes, fallback: fallbackTable(bytes) }));
    this.#replacement = replacement;
  }

  write(piece: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    return this.#redact(bytes, (from) => this.#beginningOfNeedle(bytes, from));
  }

  end(): Buffer {
    const bytes = this.#held;
    return this.#redact(bytes, () => bytes.length);
  }

  /** `undecidedFrom` tells where, from a place on, the bytes begin that may turn out to be a needle. */
  #redact(bytes: Buffer, undecidedFrom: (from: number) => number): Buffer {
    const parts: Buffer[] = [];
    const finds = this.#needles.map((needle) => ({ length: needle.bytes.length, at: next(bytes, needle, 0) }));
    let from = 0;
    let undecided = undecidedFrom(0);
    for (let find = first(finds); find.at < undecided; find = first(finds)) {
      if (find.at > from) parts.push(bytes.subarray(from, find.at));
      parts.push(this.#replacement);
      from = find.at + find.length;
      for (const [index, other] of finds.entries()) {
        if (other.at < from) other.at = next(bytes, this.#needles[index] as Needle, from);
      }
      if (undecided < from) undecided = undecidedFrom(from);
    }
    // A copy: the held bytes must not keep the whole piece in memory.
    this.#held = undecided < bytes.length ? Buffer.from(bytes.subarray(undecided)) : EMPTY;
    if (parts.length === 0) return bytes.subarray(0, undecided);
    parts.push(bytes.subarray(from, undecided));
    return Buffer.concat(parts);
  }

  #beginningOfNeedle(bytes: Buffer, from: number): number {
    let earliest = bytes.length;
    for (const needle of this.#needles) earliest = Math.min(earliest, bytes.length - overlap(bytes, needle, from));
    return earliest;
  }
}

interface Needle {
  readonly bytes: Buffer;
  readonly fallback: Uint32Array;
}

interface Find {
  readonly length: number;
  at: number;
}

const EMPTY = Buffer.alloc(0);

function next(bytes: Buffer, needle: Needle, from: number): number {
  const at = bytes.indexOf(needle.bytes, from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

function first(finds: readonly Find[]): Find {
  return finds.reduce((best, find) =>
    find.at < best.at || (find.at === best.at && find.length > best.length) ? find : best,
  );
}

/** How many bytes at the end are the beginning, not the whole, of the needle (Knuth, Morris and Pratt). */
function overlap(bytes: Buffer, { bytes: needle, fallback }: Needle, from: number): number {
  let matched = 0;
  for (let index = Math.max(from, bytes.length - needle.length + 1); index < bytes.length; index += 1) {
    while (matched > 0 && needle[matched] !== bytes[index]) matched = fallback[matched - 1] as number;
    if (needle[matched] === bytes[index]) matched += 1;
  }
  return matched;
}

/** For every beginning of the needle, the length of its longest own end that is a beginning too. */
function fallbackTable(needle: Buffer): Uint32Array {
  const table = new Uint32Array(needle.length);
  for (let index = 1, matched = 0; index < needle.length; index += 1) {
    while (matched > 0 && needle[matched] !== needle[index]) matched = table[matched - 1] as number;
    if (needle[matched] === needle[index]) matched += 1;
    table[index] = matched;
  }
  return table;
}
