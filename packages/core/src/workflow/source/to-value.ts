import { type Alias, isAlias, isMap, isScalar, isSeq, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import type { DiagnosticCode } from '../diagnostic-codes.js';
import { MAX_NESTING, TOO_DEEP_HINT } from './nesting.js';

/** How many values all aliases together may stand for. */
const MAX_EXPANDED = 100_000;

export interface ValueProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
  readonly range: readonly [number, number];
}

/**
 * Turns a YAML tree into plain values. Aliases share the anchored value and cost nothing, but what they
 * would expand to is counted, because later steps walk it.
 */
export function toValue(root: ParsedNode | null, problem: (problem: ValueProblem) => void): unknown {
  const reader = new ValueReader(problem);
  return root === null ? null : reader.read(root, 0).value;
}

interface Sized {
  readonly value: unknown;
  readonly size: number;
}

class ValueReader {
  readonly #anchors = new Map<string, Sized>();
  readonly #problem: (problem: ValueProblem) => void;
  #expanded = 0;

  constructor(problem: (problem: ValueProblem) => void) {
    this.#problem = problem;
  }

  read(node: ParsedNode | null, depth: number, isItem = false): Sized {
    if (node === null) return { value: null, size: 1 };
    if (isAlias(node)) return this.#readAlias(node);
    const sized = this.#readOwn(node, depth, isItem);
    if (node.anchor) this.#anchors.set(node.anchor, sized);
    return sized;
  }

  #readOwn(node: Exclude<ParsedNode, Alias>, depth: number, isItem: boolean): Sized {
    if (isScalar(node)) return { value: node.value, size: 1 };
    if (depth >= MAX_NESTING) {
      this.#report('yaml-too-deep', `Values are nested more than ${MAX_NESTING} levels deep.`, node, TOO_DEEP_HINT);
      return { value: null, size: 1 };
    }
    if (isMap(node)) return this.#readMap(node, { depth, isItem });
    if (!isSeq(node)) return { value: null, size: 1 };
    let size = 1;
    const value = node.items.map((item) => {
      const sized = this.read(item as ParsedNode, depth + 1, true);
      size += sized.size;
      return sized.value;
    });
    return { value, size };
  }

  #readMap(map: YAMLMap.Parsed, { depth, isItem }: { depth: number; isItem: boolean }): Sized {
    const value: Record<string, unknown> = {};
    let size = 1;
    const merged: Sized[] = [];
    const seen = new Set<string>();
    let first: string | undefined;
    let beginsAgain = false;
    for (const pair of map.items) {
      const key = this.#readKey(pair);
      if (key === undefined) continue;
      if (seen.has(key) && !beginsAgain) {
        // The keys of a list item that lost its "-" all come a second time, its first one first.
        beginsAgain = isItem && !map.flow && key === first;
        const hint = beginsAgain ? MISSING_DASH_HINT : 'Keep one of them.';
        this.#report('yaml-duplicate-key', `The key "${key}" is here a second time.`, pair.key, hint);
      }
      seen.add(key);
      first ??= key;
      const sized = this.read(pair.value as ParsedNode | null, depth + 1);
      size += sized.size;
      if (key === '<<') merged.push(sized);
      else setOwn(value, key, sized.value);
    }
    for (const { value: source } of merged) mergeInto(value, source);
    return { value, size };
  }

  #readKey(pair: Pair<ParsedNode, ParsedNode | null>): string | undefined {
    const key = pair.key as ParsedNode | null;
    if (isScalar(key) && key.anchor) this.#anchors.set(key.anchor, { value: key.value, size: 1 });
    if (isScalar(key) && typeof key.value !== 'object') return String(key.value);
    if (isScalar(key) && key.value === null) return 'null';
    this.#report(
      'yaml-key',
      'A key must be a plain text.',
      key,
      isMap(key) && key.flow
        ? 'Put a text that begins with a brace in quotes.'
        : 'Write a single word or a quoted text before the ":".',
    );
    return undefined;
  }

  #readAlias(alias: Alias.Parsed): Sized {
    const sized = this.#anchors.get(alias.source);
    if (!sized) {
      this.#report(
        'yaml-alias',
        `The alias "*${alias.source}" has no anchor "&${alias.source}" before it, or is inside it.`,
        alias,
        `Put "&${alias.source}" before the value that is meant, above this line, or quote the text.`,
      );
      return { value: null, size: 1 };
    }
    const before = this.#expanded;
    this.#expanded += sized.size;
    if (this.#expanded <= MAX_EXPANDED) return sized;
    const limit = MAX_EXPANDED.toLocaleString('en');
    if (before <= MAX_EXPANDED)
      this.#report(
        'yaml-alias',
        `The aliases up to here expand to more than ${limit} values.`,
        alias,
        'Write the values out where they are needed.',
      );
    return { value: null, size: 1 };
  }

  #report(code: DiagnosticCode, message: string, node: ParsedNode | null, hint: string): void {
    const [start, end] = node?.range ?? [0, 1];
    this.#problem({ code, message, range: [start, end], hint });
  }
}

const MISSING_DASH_HINT = 'Put "- " before it if a new list item begins here; else keep one of them.';

/** `__proto__` becomes an ordinary own key. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}

/** The merge key `<<`: own keys win, earlier sources win over later ones. */
function mergeInto(target: Record<string, unknown>, source: unknown): void {
  for (const part of Array.isArray(source) ? source : [source]) {
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, value] of Object.entries(part)) if (!Object.hasOwn(target, key)) setOwn(target, key, value);
  }
}
