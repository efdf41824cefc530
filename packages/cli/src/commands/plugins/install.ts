import { string } from '@oclif/core/args';
import { type Installed, installPlugin } from '../../plugins/install/install-plugin.js';
import { parseRequest } from '../../plugins/install/package-request.js';
import { restorePlugins } from '../../plugins/install/restore-plugins.js';
import { installFlags, PluginCommand } from '../../plugins/plugin-command.js';

export default class PluginsInstall extends PluginCommand {
  static override summary = 'Install a plugin, or without a name all that the lock file names.';
  static override description =
    'PLUGIN is a package (@acme/agentflow-tools, agentflow-adapter-x@1.2.0), a folder, a tarball or the https address of one. "x" and "adapter-x" are short for @agentflow/adapter-x and nothing else. ' +
    'Install scripts do not run, the plugin is tried before it counts, and whatever fails leaves everything as it was.';
  static override examples = [
    { description: "One of AgentFlow's own", command: '<%= config.bin %> plugins install adapter-codex' },
    {
      description: "Somebody else's, in a script",
      command: '<%= config.bin %> plugins install agentflow-adapter-x --yes',
    },
    { description: 'What the lock file names, after a clone', command: '<%= config.bin %> plugins install' },
    { description: 'The same where nobody can be asked', command: '<%= config.bin %> plugins install --yes' },
  ];
  static override args = {
    plugin: string({ description: 'A package, NAME@VERSION, a folder, a tarball or its https address.' }),
  };
  static override flags = installFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsInstall);
    const { plugin } = args;
    const request = plugin === undefined ? undefined : parseRequest(plugin, process.cwd());
    const plugins = await this.install(flags, async (installation) =>
      request ? [await installPlugin(request, installation)] : restorePlugins(installation),
    );
    if (flags.json) return this.printJson({ plugins });
    if (plugins.length === 0) return this.talk('The lock file names no plugin, so there is nothing to install.');
    for (const installed of plugins) this.talk(installedWords(installed));
  }
}

export function installedWords({ name, version, change, previous }: Installed): string {
  switch (change) {
    case 'installed':
      return `${name} ${version} is installed.`;
    case 'updated':
      return previous === version
        ? `${name} ${version} is installed again.`
        : `${name} ${version} is installed; it was ${previous}.`;
    case 'restored':
      return `${name} ${version} is installed as the lock file has it.`;
    case 'unchanged':
      return `${name} ${version} was installed already.`;
  }
}
