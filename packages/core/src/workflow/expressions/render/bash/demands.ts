import type { Demand, Word } from './site.js';

const DECLARATION = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);
const WRAPPER = new Set(['command', 'builtin', 'exec', 'env', 'nohup', 'nice', 'sudo', 'time']);
const RUNS_TEXT = new Set(['eval', 'trap', 'alias', 'compgen', 'complete', 'bind']);
const SHELL = /(?:^|\/)(?:(?:ba|da|k|z|a|fi)?sh|su)$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[.*\])?\+?=/s;

/** Options that the name of a variable follows. */
const NAME_OPTION = new Map([
  ['printf', /^-v$/],
  ['wait', /^-\w*p$/],
  ['test', /^-[vR]$/],
  ['[', /^-[vR]$/],
]);

/** Variables whose values bash expands or evaluates by itself, beside those a script declares so. */
const SPECIAL: Readonly<Record<string, Demand>> = {
  ...Object.fromEntries(['RANDOM', 'SRANDOM', 'OPTIND', 'HISTCMD'].map((name) => [name, 'integer'])),
  ...Object.fromEntries(
    ['PS0', 'PS1', 'PS2', 'PS4', 'PROMPT_COMMAND', 'BASH_ENV', 'ENV'].map((name) => [name, 'plain']),
  ),
};

/** Whether a word is `name=value` or `name[subscript]=value`. */
export function isAssignment(raw: string): boolean {
  return ASSIGNMENT.test(raw);
}

/** Whether assignments may follow a command of this name. */
export function isDeclaration(name: string): boolean {
  return DECLARATION.has(name);
}

/** What the values of some variables must be. */
export type VariableDemands = ReadonlyMap<string, Demand>;

/** Finds the variables that a text declares as integers (`-i`) or as names of others (`-n`). */
export function variableDemands(text: string): VariableDemands {
  const demands = new Map(Object.entries(SPECIAL));
  for (const [, flags, names] of text.matchAll(/\b(?:declare|typeset|local)((?:\s+[-+]\w+)+)([^\n;&|]*)/g)) {
    const demand = /-\w*n/.test(flags ?? '') ? 'name' : /-\w*i/.test(flags ?? '') ? 'integer' : undefined;
    if (!demand) continue;
    for (const [, name] of (names ?? '').matchAll(/\s([A-Za-z_]\w*)/g)) demands.set(name as string, demand);
  }
  return demands;
}

/** Marks the references of a command whose values bash would evaluate, although they are quoted. */
export function judgeCommand(words: readonly Word[], variables: VariableDemands): void {
  const first = words.findIndex((word) => !isAssignment(word.raw));
  for (const word of first === -1 ? words : words.slice(0, first)) judgeAssignment(word, variables);
  if (first === -1) return;
  const rest = words.slice(first);
  judgeShellText(rest);
  const start = rest.findIndex((word, index) => {
    const isOption = index > 0 && (word.literal.startsWith('-') || isAssignment(word.raw));
    return !WRAPPER.has(word.literal) && !isOption;
  });
  const [name, ...args] = rest.slice(Math.max(start, 0));
  if (name) judgeArguments(name.literal, args, variables);
}

/** Lets only values of this kind through, for all references directly in a word. */
export function raise(word: Word, demand: Demand): void {
  for (const { site } of word.sites) if (site.demand === 'any') site.demand = demand;
}

/** A word that bash takes as a variable's name; what stands in brackets would be evaluated. */
export function demandName(word: Pick<Word, 'sites'>): void {
  for (const { site, before } of word.sites)
    if (site.demand === 'any') site.demand = before.includes('[') ? 'integer' : 'name';
}

function judgeArguments(name: string, args: readonly Word[], variables: VariableDemands): void {
  if (name === 'let') for (const word of args) raise(word, 'integer');
  else if (RUNS_TEXT.has(name)) for (const word of args) raise(word, 'plain');
  else if (DECLARATION.has(name)) judgeDeclaration(name, args, variables);
  else if (name === 'unset' || name === 'mapfile' || name === 'readarray' || name === 'getopts')
    for (const word of args) demandName(word);
  else if (name === 'read') judgeRead(args);
  else judgeNameOption(NAME_OPTION.get(name), args);
}

function judgeNameOption(option: RegExp | undefined, args: readonly Word[]): void {
  for (const [index, { literal }] of args.entries())
    if (option?.test(literal) && args[index + 1]) demandName(args[index + 1] as Word);
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
  for (const { site, before } of word.sites) if (before.includes('=') && site.demand === 'any') site.demand = demand;
}

/** `read` takes names, but its options take texts. */
function judgeRead(args: readonly Word[]): void {
  for (const [index, word] of args.entries()) {
    const isOptionText = /^-\w*[dinNptu]$/.test(args[index - 1]?.literal ?? '');
    if (!isOptionText && !word.literal.startsWith('-')) demandName(word);
  }
}

/** The text after `bash -c`, also behind `sudo`, `xargs` and the like. */
function judgeShellText(words: readonly Word[]): void {
  const shell = words.findIndex(({ literal }) => SHELL.test(literal));
  if (shell === -1) return;
  for (let index = shell + 1; index < words.length; index += 1) {
    const { literal } = words[index] as Word;
    const next = words[index + 1];
    if (/^-\w*c\w*$/.test(literal) && next) return raise(next, 'plain');
    if (!/^[-+]/.test(literal)) return;
    if (/^[-+]\w*[oO]$/.test(literal)) index += 1;
  }
}
