import type { Demand } from './site.js';
import { unquote } from './unquote.js';

/** What the values of some variables must be. */
export type VariableDemands = ReadonlyMap<string, Demand>;

/** Variables whose values bash expands or evaluates by itself, beside those a script declares so. */
const SPECIAL: Readonly<Record<string, Demand>> = {
  ...Object.fromEntries(['RANDOM', 'SRANDOM', 'OPTIND', 'HISTCMD'].map((name) => [name, 'integer'])),
  ...Object.fromEntries(
    ['PS0', 'PS1', 'PS2', 'PS4', 'PROMPT_COMMAND', 'BASH_ENV', 'ENV'].map((name) => [name, 'plain']),
  ),
};

/** Finds the variables that a text declares as integers (`-i`) or as names of others (`-n`). */
export function variableDemands(text: string): VariableDemands {
  const demands = new Map(Object.entries(SPECIAL));
  const declarations = unquote(text).matchAll(/\b(?:declare|typeset|local)((?:\s+[-+]\w+)+)([^\n;&|]*)/g);
  for (const [, flags, names] of declarations) {
    const demand = /-\w*n/.test(flags ?? '') ? 'name' : /-\w*i/.test(flags ?? '') ? 'integer' : undefined;
    if (!demand) continue;
    for (const [, name] of (names ?? '').matchAll(/\s([A-Za-z_]\w*)/g)) demands.set(name as string, demand);
  }
  return demands;
}
