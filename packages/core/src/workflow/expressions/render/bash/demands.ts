import type { VariableDemands } from './declarations.js';
import { demandFor, judgeNames } from './names.js';
import { judgeShells, judgeSource } from './shells.js';
import type { Demand, Text, Word } from './site.js';
import { demandName, raise, raiseWord } from './texts.js';

const DECLARATION = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);
const WRAPPER = new Set(['command', 'builtin', 'exec', 'env', 'nohup', 'nice', 'sudo', 'time']);
const RUNS_TEXT = new Set(['eval', 'trap', 'alias', 'compgen', 'complete', 'bind']);
const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[.*\])?\+?=/s;

/** A command, and the texts it reads: its here-documents and here-strings, and what is printed into it. */
export interface Command {
  readonly words: readonly Word[];
  readonly input: readonly Text[];
}

/** Whether a word is `name=value` or `name[subscript]=value`. */
export function isAssignment(raw: string): boolean {
  return ASSIGNMENT.test(raw);
}

/** Whether assignments may follow a command of this name. */
export function isDeclaration(name: string): boolean {
  return DECLARATION.has(name);
}

/** Marks the references of a command whose values bash would evaluate, although they are quoted. */
export function judgeCommand({ words, input }: Command, variables: VariableDemands): void {
  const first = words.findIndex((word) => !isAssignment(word.raw));
  for (const word of first === -1 ? words : words.slice(0, first)) judgeAssignment(word, variables);
  if (first === -1) return;
  const rest = words.slice(first);
  judgeShells(rest, input);
  if (/^(?:env|sudo)$/.test(rest[0]?.literal ?? '')) for (const word of rest) judgeAssignment(word, variables);
  const start = rest.findIndex((word, index) => {
    const isOption = index > 0 && (word.literal.startsWith('-') || isAssignment(word.raw));
    return !WRAPPER.has(word.literal) && !isOption;
  });
  const [name, ...args] = rest.slice(Math.max(start, 0));
  if (name) judgeArguments(name.literal, { words: args, input }, variables);
}

function judgeArguments(name: string, { words, input }: Command, variables: VariableDemands): void {
  if (name === 'let') for (const word of words) raiseWord(word, 'integer');
  else if (RUNS_TEXT.has(name)) for (const word of words) raiseWord(word, 'plain');
  else if (DECLARATION.has(name)) judgeDeclaration(name, words, variables);
  else if (name === 'source' || name === '.') judgeSource(words, input);
  else if (name === 'for' || name === 'select') judgeLoop(words, variables);
  else judgeNames(name, words, input, variables);
}

/** `for name in words`: each is assigned to the variable. */
function judgeLoop([name, ...rest]: readonly Word[], variables: VariableDemands): void {
  if (name) for (const word of rest) raiseWord(word, demandFor(name, variables));
}

function judgeDeclaration(name: string, args: readonly Word[], variables: VariableDemands): void {
  const flags = args.filter(({ literal }) => literal.startsWith('-')).map(({ literal }) => literal);
  const declared = flags.some((flag) => flag.includes('n'))
    ? 'name'
    : flags.some((flag) => flag.includes('i'))
      ? 'integer'
      : undefined;
  for (const word of args) {
    judgeAssignment(word, variables, name === 'export' ? undefined : declared);
    if (name === 'export' || name === 'readonly') continue;
    for (const entry of word.sites) if (!entry.before.includes('=')) demandName({ sites: [entry] });
  }
}

function judgeAssignment(word: Word, variables: VariableDemands, declared?: Demand): void {
  const name = ASSIGNMENT.exec(word.literal)?.[1];
  if (name === undefined) return;
  const demand = declared ?? variables.get(name);
  if (!demand) return;
  for (const { site, before } of word.sites) if (before.includes('=')) raise([site], demand);
}
