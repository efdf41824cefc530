/** The flags of a CLI, by their long names without dashes. */
export interface FlagTable {
  /** Take a value, joined by `=` or as the next argument. */
  readonly values: readonly string[];
  readonly switches: readonly string[];
  /** Another spelling, with its dashes → name. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether a value that begins with `-` has to be joined, and `--` is an error. */
  readonly refusesDashes?: boolean;
}

export interface Flags {
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** Reads arguments; `unknown` throws for a flag that the CLI does not have. */
export function readFlags(table: FlagTable, args: readonly string[], unknown: (flag: string) => never): Flags {
  const values = new Map<string, string>();
  const switches = new Set<string>();
  const words: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--' && !table.refusesDashes) return { values, switches, words: [...words, ...rest] };
    const [, flag = '', joined] = /^(-[^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (flag === '') {
      words.push(arg);
      continue;
    }
    const name = table.aliases?.[flag] ?? (flag.startsWith('--') ? flag.slice(2) : '');
    if (table.switches.includes(name) && joined === undefined) switches.add(name);
    else if (table.values.includes(name)) values.set(name, joined ?? valueBehind(rest, table) ?? unknown(flag));
    else unknown(flag);
  }
  return { values, switches, words };
}

function valueBehind(rest: string[], { refusesDashes }: FlagTable): string | undefined {
  return refusesDashes && rest[0]?.startsWith('-') ? undefined : rest.shift();
}
