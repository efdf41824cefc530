import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import type { Path } from '../problem.js';
import { ScalarOffsets } from './scalar-offsets.js';

export interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** A parsed file: its plain value, and the place of everything in it. */
export class SourceDocument {
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  readonly #root: ParsedNode | null;
  readonly #lines: LineCounter;
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  readonly #offsets = new WeakMap<Scalar, ScalarOffsets>();

  constructor(facts: { file: string; text: string; value: unknown; root: ParsedNode | null; lines: LineCounter }) {
    this.file = facts.file;
    this.text = facts.text;
    this.value = facts.value;
    this.#root = facts.root;
    this.#lines = facts.lines;
  }

  /** The place of the key or value at a path; of its nearest parent when the path leads nowhere. */
  locate(path: Path, at: 'key' | 'value' = 'value'): Place {
    const found = this.#find(path);
    const node =
      found.isExact && at === 'key'
        ? (found.key ?? found.node)
        : found.isExact
          ? found.node
          : (found.key ?? found.node);
    const [start, end] = node?.range ?? found.key?.range ?? [0, 1];
    return this.placeOf(start, end);
  }

  /** The place of a part of the string at a path. */
  locateWithin(path: Path, offset: number, length: number): Place {
    const { node, isExact } = this.#find(path);
    if (!isExact || !isScalar(node) || !node.range) return this.locate(path);
    const start = this.#offsetsOf(node).find(offset);
    return this.placeOf(start, start + Math.max(1, length));
  }

  placeOf(start: number, end: number): Place {
    const { line, col } = this.#lines.linePos(start);
    // Asked of the list of lines: searching the end of a line of 9 MB for each of its problems takes seconds.
    const next = this.#lines.lineStarts[line];
    const limit = next === undefined ? this.text.length : next - 1;
    return { line: Math.max(line, 1), column: Math.max(col, 1), length: Math.max(1, Math.min(end, limit) - start) };
  }

  #find(path: Path): { node: ParsedNode | null; key: ParsedNode | null; isExact: boolean } {
    let node = this.#root;
    let key: ParsedNode | null = null;
    for (const step of path) {
      if (isAlias(node)) break;
      if (isMap(node)) {
        const pair = this.#pairsOf(node).get(String(step));
        if (!pair) return { node, key, isExact: false };
        [key, node] = [pair.key as ParsedNode, pair.value as ParsedNode | null];
      } else if (isSeq(node)) {
        const item = node.items[Number(step)] as ParsedNode | undefined;
        if (item === undefined) return { node, key, isExact: false };
        [key, node] = [item, item];
      } else {
        return { node, key, isExact: false };
      }
    }
    return { node, key, isExact: true };
  }

  #offsetsOf(scalar: Scalar): ScalarOffsets {
    const known = this.#offsets.get(scalar) ?? new ScalarOffsets(this.text, scalar, String(scalar.value));
    this.#offsets.set(scalar, known);
    return known;
  }

  /** The pairs of a mapping by key, collected once: a hostile file has a problem in each of 100,000 keys. */
  #pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    const known = this.#pairs.get(map);
    if (known) return known;
    const pairs = new Map<string, Pair>();
    for (const pair of map.items) if (isScalar(pair.key)) pairs.set(String(pair.key.value), pair);
    this.#pairs.set(map, pairs);
    return pairs;
  }
}

/** A value that was not read from text, such as what a program exports; everything in it is at the file's beginning. */
export function valueDocument(value: unknown, file: string): SourceDocument {
  const lines = new LineCounter();
  lines.addNewLine(0);
  return new SourceDocument({ file, text: '', value, root: null, lines });
}
