import { string } from '@oclif/core/args';
import { type Installation, type Installed, installPlugin } from '../../plugins/install/install-plugin.js';
import { parseRequest } from '../../plugins/install/package-request.js';
import { installedName, installFlags, PluginCommand } from '../../plugins/plugin-command.js';
import { readLocked } from '../../plugins/plugin-store.js';
import { installedWords } from './install.js';

export default class PluginsUpdate extends PluginCommand {
  static override summary = 'Update installed plugins to their newest version.';
  static override description =
    'Without PLUGIN all of them. A version that does not load is refused, and the old one stays.';
  static override examples = [
    { description: 'All', command: '<%= config.bin %> plugins update' },
    { description: 'One', command: '<%= config.bin %> plugins update adapter-codex' },
  ];
  static override args = { plugin: string({ description: 'The name of an installed plugin.' }) };
  static override flags = installFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsUpdate);
    const plugins = await this.install(flags, (installation) => update(args.plugin, installation));
    if (flags.json) return this.printJson({ plugins });
    if (plugins.length === 0) return this.talk('No plugin is installed here.');
    for (const installed of plugins) this.talk(installedWords(installed));
  }
}

async function update(typed: string | undefined, installation: Installation): Promise<Installed[]> {
  const { store, settings } = installation;
  const names = typed === undefined ? Object.keys(readLocked(store)) : [installedName(store, typed)];
  const updated: Installed[] = [];
  for (const name of names) {
    const source = readLocked(store)[name]?.source ?? '';
    const newest = source.startsWith('npm:') ? `npm:${name}@latest` : source;
    updated.push(await installPlugin(parseRequest(newest, settings.root), installation));
  }
  return updated;
}
