import { resolve } from 'node:path';
import { string } from '@oclif/core/args';
import { writeWhole } from '../../plugins/install/whole-file.js';
import { readManifest } from '../../plugins/manifest.js';
import { PluginCommand, scopeFlags } from '../../plugins/plugin-command.js';
import { PluginError } from '../../plugins/plugin-error.js';
import { readLinks } from '../../plugins/plugin-store.js';
import { refusal } from '../../plugins/refusal.js';

export default class PluginsLink extends PluginCommand {
  static override summary = 'Use a plugin from the folder it is written in.';
  static override description = 'It comes before an installed one of the same name, until it is unlinked.';
  static override examples = [
    { description: 'The plugin in this folder', command: '<%= config.bin %> plugins link .' },
    { description: 'For all projects', command: '<%= config.bin %> plugins link ../adapter-x --user' },
  ];
  static override args = { folder: string({ description: "The plugin's folder.", required: true }) };
  static override flags = scopeFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsLink);
    const folder = resolve(args.folder);
    const read = readManifest(folder);
    if (!read.ok) throw new PluginError(`${folder}: ${read.reason}.`, read.hint);
    const { name, version } = read.manifest;
    const trouble = refusal(read.manifest, this.config);
    if (trouble) throw new PluginError(`${name} ${version}: ${trouble.reason}.`, trouble.hint);
    await this.change(flags, async ({ store }) => {
      writeWhole(store.linksFile, `${JSON.stringify({ ...readLinks(store), [name]: folder }, null, 2)}\n`);
    });
    if (flags.json) return this.printJson({ linked: name, version, folder });
    this.talk(`${name} ${version} is linked; agentflow plugins unlink ${name} ends it.`);
  }
}
