/** What of a command has to be known to complete a line. oclif's manifest has it, so no command is loaded. */
export interface KnownCommand {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly hidden?: boolean;
  readonly strict?: boolean;
  readonly args: Readonly<Record<string, { readonly options?: readonly string[] }>>;
  readonly flags: Readonly<Record<string, KnownFlag>>;
}

interface KnownFlag {
  readonly type: 'boolean' | 'option';
  readonly char?: string;
  readonly hidden?: boolean;
  readonly multiple?: boolean;
  readonly options?: readonly string[];
}

/** What can stand in the place of the word that is being typed. */
export interface Expected {
  /** Words that are known from the commands alone. */
  readonly words: readonly string[];
  /** The argument or the flag whose value it is. */
  readonly value?: Value;
  /** What stands in the same word before the value: `--adapter=`. */
  readonly prefix: string;
}

export interface Value {
  /** The id of the command. */
  readonly command: string;
  /** `workflow` for an argument, `--adapter` for a flag. */
  readonly of: string;
  /** The arguments that stand before it. */
  readonly before: readonly string[];
}

/** Says what is expected behind some whole words of a line, without the program's own name. */
export function expectedAfter(words: readonly string[], current: string, commands: readonly KnownCommand[]): Expected {
  const [first, ...others] = words;
  if (first === 'help') return literally(nextWords(others, commands));
  const [command, rest] = commandOf(words, commands);
  const next = rest.length === 0 ? nextWords(words, commands) : [];
  if (!command) return literally(next);
  const [, flagName, typed] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  if (flagName !== undefined && typed !== undefined)
    return { ...flagValue(command, flagName, rest), prefix: `${flagName}=` };
  if (isOpenFlag(command, rest.at(-1))) return flagValue(command, rest.at(-1) ?? '', rest);
  if (current.startsWith('-')) return literally(unusedFlags(command, rest));
  return argument(command, rest, next);
}

function literally(words: readonly string[]): Expected {
  return { words, prefix: '' };
}

/** The command that the first words name, and what follows it. */
function commandOf(
  words: readonly string[],
  commands: readonly KnownCommand[],
): [KnownCommand | undefined, readonly string[]] {
  for (let length = words.length; length > 0; length -= 1) {
    const id = words.slice(0, length).join(':');
    const found = commands.find((command) => command.id === id || command.aliases.includes(id));
    if (found) return [found, words.slice(length)];
  }
  return [undefined, words];
}

/** The words by which the name of a command can go on. */
function nextWords(words: readonly string[], commands: readonly KnownCommand[]): string[] {
  const ours = commands.filter(({ hidden }) => !hidden).flatMap(({ id, aliases }) => [id, ...aliases]);
  // "help" comes with oclif, and is not loaded for a command of ours.
  const names = [...ours, 'help'];
  const begin = words.map((word) => `${word}:`).join('');
  const next = names
    .filter((name) => name.startsWith(begin))
    .map((name) => name.slice(begin.length).split(':')[0] ?? '');
  return [...new Set(next)].filter((word) => word !== '');
}

function flagOf({ flags }: KnownCommand, word: string): [string, KnownFlag] | undefined {
  return Object.entries(flags).find(([name, { char }]) => word === `--${name}` || word === `-${char}`);
}

function isOpenFlag(command: KnownCommand, word = ''): boolean {
  return flagOf(command, word)?.[1].type === 'option';
}

function flagValue(command: KnownCommand, word: string, rest: readonly string[]): Expected {
  const [name, flag] = flagOf(command, word) ?? [];
  if (flag?.type !== 'option') return literally([]);
  return expectValue(command, { of: `--${name}`, options: flag.options, before: argumentsIn(command, rest) });
}

function unusedFlags({ flags }: KnownCommand, rest: readonly string[]): string[] {
  return Object.entries(flags)
    .filter(([name, { hidden, multiple }]) => !hidden && (multiple || !rest.includes(`--${name}`)))
    .map(([name]) => `--${name}`);
}

function argument(command: KnownCommand, rest: readonly string[], next: readonly string[]): Expected {
  const before = argumentsIn(command, rest);
  const names = Object.keys(command.args);
  const name = names[before.length] ?? (command.strict === false ? names.at(-1) : undefined);
  if (name === undefined) return literally(next);
  const expected = expectValue(command, { of: name, options: command.args[name]?.options, before });
  return { ...expected, words: [...next, ...expected.words] };
}

function argumentsIn(command: KnownCommand, rest: readonly string[]): string[] {
  return rest.filter((word, index) => !word.startsWith('-') && !isOpenFlag(command, rest[index - 1]));
}

function expectValue(
  { id }: KnownCommand,
  { of, options, before }: Omit<Value, 'command'> & { readonly options: readonly string[] | undefined },
): Expected {
  return options ? literally(options) : { words: [], value: { command: id, of, before }, prefix: '' };
}
