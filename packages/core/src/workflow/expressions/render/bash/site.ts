import type { ReferenceToken } from '../../references.js';
import type { Edit } from '../edits.js';

/** How bash reads the place where a reference stands; `document`: in a here-document with a quoted delimiter. */
export type Quoting = 'bare' | 'double' | 'single' | 'ansi' | 'arithmetic' | 'document';

/**
 * What bash would do to a value at some places even when it is quoted, and so what a value must be there:
 * `integer` where it is evaluated, `name` where it is taken as a variable's name, `plain` where it is run as code,
 * `key` where it is a key of an associative array.
 */
export type Demand = 'any' | 'integer' | 'name' | 'plain' | 'key';

/** A reference in a bash text, with all that decides how it is written there. */
export interface Site {
  readonly token: ReferenceToken;
  quoting: Quoting;
  demand: Demand;
  /** How many backticks it stands in. */
  readonly backticks: number;
  /** A character before it that would join with what is written in its place. */
  readonly lead: '' | '$' | '\\';
  /** Where it begins in the text its cursor reads, or where the substitution begins that prints it there. */
  position: number;
  /** How many command substitutions it stands in, apart from those that only print it. */
  depth: number;
}

/** A text that a command reads or prints: a here-document, a here-string, the words of an `echo`. */
export interface Text {
  readonly sites: Site[];
  /** What its references must be; those of a here-document are found after its command. */
  demand: Demand;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A here-document with a quoted delimiter that holds references. Ranges count in the whole text. */
export interface QuotedDocument {
  readonly name: string;
  readonly delimiter: Range;
  readonly body: Range;
  /** The delimiter that ends it; undefined when the text ends before. */
  readonly closing: Range | undefined;
  readonly pieces: readonly (string | Site)[];
  readonly backticks: number;
}

/** What has to be written in double quotes as a whole, when a reference directly in it has a value. */
export interface Conversion {
  readonly depth: number;
  readonly sites: Site[];
  /** Those of its references that were read in single quotes. */
  readonly inSingleQuotes: Site[];
  /** Replacements, counted in the whole text. */
  readonly edits: (Edit & Pick<Site, 'backticks'>)[];
  /** Holds a `$'text'`, which cannot be written in double quotes. */
  hasAnsiQuotes: boolean;
}

/** What the lexer found. The references of a quoted document are among the sites, too. */
export interface Findings {
  readonly sites: Site[];
  readonly documents: QuotedDocument[];
  readonly conversions: Conversion[];
}

/** A word of a command, with the references directly in it. */
export interface Word {
  /** As it is written, on one line. */
  readonly raw: string;
  /** Without quotes and backslashes. */
  readonly literal: string;
  readonly sites: readonly WordSite[];
}

export interface WordSite {
  readonly site: Site;
  /** The word before the reference, without quotes and backslashes. */
  readonly before: string;
}
