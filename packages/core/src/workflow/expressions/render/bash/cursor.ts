import type { ReferenceToken } from '../../references.js';
import type { VariableDemands } from './declarations.js';
import type { Conversion, Demand, Findings, Quoting, Site } from './site.js';

/** Nesting beyond this is not a script but an attack on the stack. */
const MAX_DEPTH = 200;

export class TooDeep extends Error {}

/** Reads commands until `stop` (which is left there) or the end of the text; gives the references they only print. */
export type ReadCommands = (cursor: BashCursor, stop: ')' | '') => readonly Site[];

/** What is the same for all cursors of a text. */
export interface Reading {
  readonly found: Findings;
  readonly variables: VariableDemands;
  readonly readCommands: ReadCommands;
  /** The associative arrays that the text has declared so far. */
  readonly associative: Set<string>;
}

interface Source {
  readonly text: string;
  /** The references, by the position where they (or their backslash) begin in `text`. */
  readonly tokens: ReadonlyMap<number, ReferenceToken>;
  /** Position in the whole text, for a text that was taken out of backticks. */
  readonly offsets?: readonly number[];
  readonly backticks: number;
}

/** A position in a bash text; collects the references it passes. */
export class BashCursor {
  readonly text: string;
  readonly backticks: number;
  readonly found: Findings;
  readonly variables: VariableDemands;
  readonly associative: Set<string>;
  position = 0;
  end: number;
  /** What is read now, if it may have to be written in double quotes. */
  conversion: Conversion | undefined;
  #depth = 0;
  #nesting = 0;
  readonly #tokens: ReadonlyMap<number, ReferenceToken>;
  readonly #offsets: readonly number[] | undefined;
  readonly #reading: Reading;

  constructor(source: Source, reading: Reading) {
    this.text = source.text;
    this.end = source.text.length;
    this.backticks = source.backticks;
    this.found = reading.found;
    this.variables = reading.variables;
    this.associative = reading.associative;
    this.#tokens = source.tokens;
    this.#offsets = source.offsets;
    this.#reading = reading;
  }

  get atEnd(): boolean {
    return this.position >= this.end;
  }

  get depth(): number {
    return this.#depth;
  }

  /** The character here, '' at the end. */
  get current(): string {
    return this.atEnd ? '' : (this.text[this.position] as string);
  }

  startsWith(text: string): boolean {
    return this.position + text.length <= this.end && this.text.startsWith(text, this.position);
  }

  /** The reference that begins at a position. */
  tokenAt(position: number): ReferenceToken | undefined {
    return this.#tokens.get(position);
  }

  /** Passes the reference that begins here, if one does. */
  takeReference(quoting: Quoting, demand: Demand = 'any', lead: Site['lead'] = ''): Site | undefined {
    const token = this.#tokens.get(this.position);
    if (!token) return undefined;
    const { position, backticks, depth } = this;
    const site = { token, quoting, demand, backticks, lead, position, depth };
    this.found.sites.push(site);
    if (this.conversion?.depth === depth) this.conversion.sites.push(site);
    this.position += token.text.length + (token.escaped ? 1 : 0);
    return site;
  }

  /** The references found since there were `first`, directly in what is read here. */
  sitesSince(first: number): Site[] {
    return this.found.sites.slice(first).filter(({ depth }) => depth === this.#depth);
  }

  /** Passes a backslash and what it quotes; true when that is a reference. */
  takeBackslash(quoting: Quoting): boolean {
    this.position += 1;
    if (this.takeReference(quoting, 'any', '\\')) return true;
    this.position += 1;
    return false;
  }

  /** Reads commands inside something else; what they only print stands directly in it. */
  commands(stop: ')' | ''): void {
    const start = this.position;
    this.#lift(start, this.#readCommands(stop));
  }

  /** Reads what stands inside something else; throws `TooDeep`. */
  nest(read: () => void): void {
    this.#nesting += 1;
    if (this.#nesting > MAX_DEPTH) throw new TooDeep();
    read();
    this.#nesting -= 1;
  }

  /** Reads text that has a limit of its own, such as the body of a here-document. */
  within(end: number, read: () => void): void {
    const outer = this.end;
    this.end = end;
    this.#depth += 1;
    this.nest(read);
    this.#depth -= 1;
    this.end = outer;
    this.position = end;
  }

  /** Reads the commands of a text taken out of backticks; `offsets` lead back into this cursor's text. */
  commandsOf(text: string, tokens: ReadonlyMap<number, ReferenceToken>, offsets: readonly number[]): void {
    const whole = offsets.map((offset) => this.wholeOffset(offset));
    const source = { text, tokens, offsets: whole, backticks: this.backticks + 1 };
    const inner = new BashCursor(source, this.#reading);
    inner.#depth = this.#depth;
    inner.#nesting = this.#nesting;
    this.#lift(this.position, inner.#readCommands(''));
  }

  /** The position in the whole text. */
  wholeOffset(position: number): number {
    return this.#offsets ? (this.#offsets[position] as number) : position;
  }

  /** The position in the whole text after the character before this one, and so before a backslash that quotes this one. */
  wholeEnd(position: number): number {
    return position === 0 ? this.wholeOffset(0) : this.wholeOffset(position - 1) + 1;
  }

  #readCommands(stop: ')' | ''): readonly Site[] {
    let printed: readonly Site[] = [];
    this.#depth += 1;
    this.nest(() => {
      printed = this.#reading.readCommands(this, stop);
    });
    this.#depth -= 1;
    return printed;
  }

  #lift(position: number, printed: readonly Site[]): void {
    for (const site of printed) {
      site.position = position;
      site.depth = this.#depth;
    }
  }
}
