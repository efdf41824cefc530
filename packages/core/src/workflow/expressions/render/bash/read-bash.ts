import type { ReferenceToken } from '../../references.js';
import { readCommandList } from './commands.js';
import { BashCursor, TooDeep } from './cursor.js';
import { variableDemands } from './declarations.js';
import type { Findings } from './site.js';

/** Finds out how bash reads the place of each reference; undefined when the text is nested too deeply. */
export function readBash(text: string, tokens: readonly ReferenceToken[]): Findings | undefined {
  const found: Findings = { sites: [], documents: [], conversions: [] };
  const variables = variableDemands(text);
  const positions = new Map(tokens.map((token) => [token.start - (token.escaped ? 1 : 0), token]));
  const source = { text, tokens: positions, backticks: 0 };
  try {
    new BashCursor(source, { found, variables, readCommands: readCommandList, associative: new Set() }).commands('');
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
  return found;
}
