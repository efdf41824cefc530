import { suggest } from '@agentflow/core/suggest';
import { string } from '@oclif/core/args';
import { CliError } from '../../cli-error.js';
import { columns } from '../../columns.js';
import { EXIT_CODES } from '../../exit-codes.js';
import { longName } from '../../plugins/install/package-request.js';
import { type ListedPlugin, listPlugins } from '../../plugins/list-plugins.js';
import { PluginCommand } from '../../plugins/plugin-command.js';
import { lookAtLocked, userStore } from '../../plugins/plugin-store.js';

export default class PluginsInspect extends PluginCommand {
  static override summary = 'Show everything that is known about a plugin.';
  static override description = 'From its manifest and the lock file: no plugin code runs for this.';
  static override examples = [
    { description: 'All about it', command: '<%= config.bin %> plugins inspect adapter-claude' },
    {
      description: 'Its version',
      command: '<%= config.bin %> plugins inspect adapter-claude --json | jq -r .plugin.version',
    },
  ];
  static override args = { plugin: string({ description: 'The name of a plugin.', required: true }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PluginsInspect);
    const settings = await this.settings();
    const plugin = find(listPlugins(settings.plugins, this.config.version), args.plugin);
    const locked = [settings.store, userStore()].map((store) => lookAtLocked(store).entries[plugin.name]).find(Boolean);
    const found = settings.plugins.find(({ name }) => name === plugin.name);
    const facts = {
      ...plugin,
      description: found?.manifest?.description ?? null,
      entry: found?.manifest?.entry ?? null,
      apiVersion: found?.manifest?.apiVersion ?? null,
      engine: found?.manifest?.engine ?? null,
      options: found?.options ?? null,
      integrity: locked?.integrity ?? null,
    };
    if (flags.json) return this.printJson({ plugin: facts });
    const rows = Object.entries(facts).filter(([, value]) => value !== null && String(value) !== '');
    this.printData(columns(rows.map(([key, value]) => [key, words(value)])));
  }
}

function find(plugins: readonly ListedPlugin[], typed: string): ListedPlugin {
  const found = plugins.find(({ name }) => name === typed) ?? plugins.find(({ name }) => name === longName(typed));
  if (found) return found;
  const near = suggest(
    typed,
    plugins.map(({ name }) => name),
  );
  throw new CliError(`No plugin is called ${typed}.`, {
    code: 'no-such-plugin',
    exitCode: EXIT_CODES.USAGE,
    hint: near === undefined ? 'agentflow plugins lists them.' : `Did you mean "${near}"?`,
  });
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
