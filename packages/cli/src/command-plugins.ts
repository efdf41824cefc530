import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '@oclif/core/command';
import { Plugin } from '@oclif/core/config';
import type { PJSON } from '@oclif/core/interfaces';

/** Our commands by their ids, each imported when it is asked for. */
export type CommandTable = Readonly<Record<string, () => Promise<{ default: Command.Class }>>>;

/** Of commands that come with oclif, which have none. */
const EXAMPLES: Readonly<Record<string, Command.Example[]>> = {
  help: [
    { description: 'All commands', command: '<%= config.bin %> <%= command.id %>' },
    { description: 'One of them', command: '<%= config.bin %> <%= command.id %> run' },
  ],
};

/**
 * What oclif calls plugins: the packages that commands come from, ours first. The others are left out when the
 * command line begins with a command of ours, which needs none of them.
 */
export async function loadCommandPlugins(root: string, table: CommandTable, first = ''): Promise<Map<string, Plugin>> {
  const pjson: PJSON = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const isOurs = Object.keys(table).some((id) => id.split(':', 1)[0] === first);
  const others = isOurs ? [] : (pjson.oclif.plugins ?? []).map((name) => new Plugin({ name, root, type: 'core' }));
  const plugins = [new OurCommands({ root, pjson, isRoot: true }, table), ...others];
  await Promise.all(plugins.map((plugin) => plugin.load()));
  for (const plugin of others) for (const command of plugin.commands) command.examples ??= EXAMPLES[command.id];
  return new Map(plugins.map((plugin) => [plugin.name, plugin]));
}

/** Takes the commands from the bundle, where oclif would import files. */
class OurCommands extends Plugin {
  readonly #table: CommandTable;

  constructor(options: ConstructorParameters<typeof Plugin>[0], table: CommandTable) {
    super(options);
    this.#table = table;
  }

  /**
   * oclif takes the words after a command without arguments for more of its name, unless it is not strict. Only its
   * search sees this: the command itself is strict, and its parser refuses them. One with arguments is left as it is:
   * its help would say that each may be given several times.
   */
  override async load(): Promise<void> {
    await super.load();
    for (const command of this.commands)
      command.strict &&= hasArguments(command) || isTopic(command.id, this.commandIDs);
  }

  override async findCommand(id: string): Promise<Command.Class> {
    const load = this.#table[id];
    if (!load) throw new Error(`command ${id} not found`);
    const { default: command } = await load();
    command.id = id;
    command.plugin = this;
    return command;
  }
}

function hasArguments({ args }: Command.Loadable): boolean {
  return Object.keys(args).length > 0;
}

function isTopic(id: string, ids: readonly string[]): boolean {
  return ids.some((other) => other.startsWith(`${id}:`));
}
