import { columns } from '../../columns.js';
import { type ListedPlugin, listPlugins } from '../../plugins/list-plugins.js';
import { PluginCommand } from '../../plugins/plugin-command.js';

export default class Plugins extends PluginCommand {
  static override summary = 'List the plugins that hold here: state, source, version.';
  static override description = 'From their manifests alone: no plugin code runs for this.';
  static override aliases = ['plugins:list'];
  static override examples = [
    { description: 'What is there', command: '<%= config.bin %> plugins' },
    {
      description: 'The names of those that cannot be used',
      command: '<%= config.bin %> plugins list --json | jq -r \'.plugins[] | select(.state != "ready") | .name\'',
    },
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(Plugins);
    const plugins = listPlugins((await this.settings()).plugins, this.config.version);
    if (flags.json) return this.printJson({ plugins });
    const rows = plugins.map((plugin) => [plugin.name, plugin.version ?? '', plugin.source, stateWords(plugin)]);
    this.printData(columns([['NAME', 'VERSION', 'SOURCE', 'STATE'], ...rows]));
  }
}

function stateWords({ state, reason, shadowedBy }: ListedPlugin): string {
  const shadow = shadowedBy === null ? '' : `, shadowed by ${shadowedBy}`;
  return `${reason === null ? state : `${state}: ${reason}`}${shadow}`;
}
