import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { string } from '@oclif/core/args';
import { writeLocked } from '../../plugins/install/lock-file.js';
import { registrationOf, unregister } from '../../plugins/install/register.js';
import { installedName, PluginCommand, scopeFlags } from '../../plugins/plugin-command.js';

export default class PluginsUninstall extends PluginCommand {
  static override summary = 'Remove an installed plugin, and its name from the config.';
  static override examples = [
    { description: 'Remove it', command: '<%= config.bin %> plugins uninstall adapter-codex' },
    { description: 'One for all your projects', command: '<%= config.bin %> plugins uninstall adapter-codex --user' },
  ];
  static override args = { plugin: string({ description: 'The name of an installed plugin.', required: true }) };
  static override flags = scopeFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsUninstall);
    const name = await this.change(flags, async ({ store, settings }) => {
      const name = installedName(store, args.plugin);
      // The name first: from then on nothing uses what goes.
      unregister(registrationOf(store, settings), name);
      writeLocked(store, name, undefined);
      rmSync(join(store.plugins, name), { recursive: true, force: true });
      return name;
    });
    if (flags.json) return this.printJson({ uninstalled: name });
    this.talk(`${name} is uninstalled.`);
  }
}
