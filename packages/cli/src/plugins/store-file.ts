import { existsSync, readFileSync } from 'node:fs';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';

/** What a file of a store says about plugins, as far as it can be understood: people merge and edit such files. */
export interface StoreFile<Entry> {
  readonly file: string;
  readonly entries: Readonly<Record<string, Entry>>;
  /** Names whose entry makes no sense. */
  readonly spoilt: readonly string[];
  /** Why nothing of it can be read. */
  readonly unreadable?: string;
}

export interface StoreFileShape<Entry> {
  /** The part of the file that maps names to entries. */
  list(json: Readonly<Record<string, unknown>>): unknown;
  isEntry(value: unknown): value is Entry;
}

export function readStoreFile<Entry>(file: string, { list, isEntry }: StoreFileShape<Entry>): StoreFile<Entry> {
  const nothing = { file, entries: {}, spoilt: [] };
  if (!existsSync(file)) return nothing;
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const listed = isRecord(json) ? (list(json) ?? {}) : undefined;
    if (!isRecord(listed)) return { ...nothing, unreadable: 'it is not a list of plugins' };
    const all = Object.entries(listed);
    const good = all.filter((entry): entry is [string, Entry] => isEntry(entry[1]));
    const spoilt = all.filter(([, value]) => !isEntry(value)).map(([name]) => name);
    return { file, entries: Object.fromEntries(good), spoilt };
  } catch (error) {
    return { ...nothing, unreadable: (error as Error).message };
  }
}

/** The entries of a file that is to be changed: one that is not understood as a whole would lose something. */
export function wholeEntries<Entry>({
  file,
  entries,
  spoilt,
  unreadable,
}: StoreFile<Entry>): StoreFile<Entry>['entries'] {
  if (unreadable === undefined && spoilt.length === 0) return entries;
  const message =
    unreadable === undefined
      ? `What the file says about ${spoilt.join(', ')} makes no sense.`
      : `The file cannot be read: ${unreadable}`;
  throw new CliError(message, { code: 'damaged-plugin-file', exitCode: EXIT_CODES.INVALID, file, hint: REPAIR });
}

export const REPAIR = 'Take it back from version control, or remove it and install or link the plugins again.';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
