import { string } from '@oclif/core/args';
import { count } from '../../columns.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { type NotUpdated, type Updated, updatePlugins } from '../../plugins/install/update-plugins.js';
import { installedName, installFlags, PluginCommand } from '../../plugins/plugin-command.js';
import { readLocked } from '../../plugins/plugin-store.js';
import { errorDocument, printError } from '../../print-error.js';
import { installedWords } from './install.js';

export default class PluginsUpdate extends PluginCommand {
  static override summary = 'Update installed plugins to their newest version.';
  static override description =
    'Without PLUGIN all of them, each by itself. A version that does not load is refused, and the old one stays; so does one that is newer than what is published.';
  static override examples = [
    { description: 'All', command: '<%= config.bin %> plugins update' },
    { description: 'One', command: '<%= config.bin %> plugins update adapter-codex' },
  ];
  static override args = { plugin: string({ description: 'The name of an installed plugin.' }) };
  static override flags = installFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsUpdate);
    const plugins = await this.install(flags, (installation) => {
      const { store } = installation;
      const all = Object.keys(readLocked(store));
      return updatePlugins(args.plugin === undefined ? all : [installedName(store, args.plugin)], installation);
    });
    const failed = plugins.filter((plugin) => plugin.change === 'failed');
    if (failed.length > 0) process.exitCode = exitCodeOf(plugins, failed);
    if (flags.json) return this.printJson(documentOf(plugins, failed));
    if (plugins.length === 0) return this.talk('No plugin is installed here.');
    for (const plugin of plugins) {
      if (plugin.change === 'failed') printError(plugin.error, false);
      else this.talk(installedWords(plugin));
    }
    if (failed.length > 0 && plugins.length > 1)
      this.talk(`${failed.length} of ${count(plugins.length, 'plugin')} could not be updated.`);
  }
}

/** What ended the command counts, then the reason of the only plugin that was asked for. */
function exitCodeOf(plugins: readonly Updated[], failed: readonly NotUpdated[]): number {
  const last = failed.at(-1)?.error;
  return last && (plugins.length === 1 || last.code === 'interrupted') ? last.exitCode : EXIT_CODES.PLUGIN;
}

/** The first error stands at the top, too, where every command has its error. */
function documentOf(plugins: readonly Updated[], [first]: readonly NotUpdated[]) {
  const shown = plugins.map((plugin) =>
    plugin.change === 'failed' ? { ...plugin, ...errorDocument(plugin.error) } : plugin,
  );
  return { plugins: shown, ...(first && errorDocument(first.error)) };
}
