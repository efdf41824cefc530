import { resolve } from 'node:path';
import { string } from '@oclif/core/args';
import { CliError } from '../../cli-error.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { longName } from '../../plugins/install/package-request.js';
import { writeWhole } from '../../plugins/install/whole-file.js';
import { PluginCommand, scopeFlags } from '../../plugins/plugin-command.js';
import { readLinks } from '../../plugins/plugin-store.js';

export default class PluginsUnlink extends PluginCommand {
  static override summary = 'End the link to a plugin in a folder.';
  static override examples = [
    { description: 'By its name', command: '<%= config.bin %> plugins unlink agentflow-adapter-x' },
    { description: 'By its folder', command: '<%= config.bin %> plugins unlink ../adapter-x' },
  ];
  static override args = {
    plugin: string({ description: 'The name of a linked plugin, or its folder.', required: true }),
  };
  static override flags = scopeFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsUnlink);
    const name = await this.change(flags, async ({ store }) => {
      const links = readLinks(store);
      const name = find(links, args.plugin);
      const { [name]: _gone, ...others } = links;
      writeWhole(store.linksFile, `${JSON.stringify(others, null, 2)}\n`);
      return name;
    });
    if (flags.json) return this.printJson({ unlinked: name });
    this.talk(`${name} is not linked any more.`);
  }
}

function find(links: Readonly<Record<string, string>>, typed: string): string {
  const names = Object.keys(links);
  const found = names.find((name) => [typed, longName(typed)].includes(name) || links[name] === resolve(typed));
  if (found !== undefined) return found;
  throw new CliError(`No plugin ${typed} is linked here.`, {
    code: 'no-such-plugin',
    exitCode: EXIT_CODES.USAGE,
    hint: names.length === 0 ? 'No plugin is linked.' : `Linked are ${names.join(', ')}.`,
  });
}
